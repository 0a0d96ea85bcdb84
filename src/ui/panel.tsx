import { chakra } from '@chakra-ui/react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';

const Surface = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    insetEnd: { base: '3', lg: 'max(1.5rem, calc((100vw - 72rem) / 2 + 1.5rem))' },
    top: 'calc(env(safe-area-inset-top) + 3.75rem)',
    m: '0',
    maxWidth: 'calc(100vw - 1.5rem)',
    maxHeight: 'calc(100dvh - 6rem)',
    overflowY: 'auto',
    bg: 'raised',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'lg',
    boxShadow: 'float',
    outline: 'none',
    // What fills it may have to be loaded first.
    _empty: { visibility: 'hidden' },
  },
});

interface PanelButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  /** Of the panel, so that other buttons can open it too (`popoverTarget`). */
  panelId: string;
  /** What the button shows. */
  trigger: ReactNode;
  panelLabel: string;
  width?: string;
  /** Drawn only while the panel is open; `close` closes it. */
  children: (close: () => void) => ReactNode;
}

/**
 * A button in the header that opens a panel below it: the platform's popover, which closes by Escape or a click beside it
 * and gives the focus back.
 */
export function PanelButton({ panelId, trigger, panelLabel, width = '20rem', children, ...button }: PanelButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => document.getElementById(panelId)?.hidePopover();
  return (
    <>
      <Button variant="ghost" size="sm" {...button} popoverTarget={panelId} aria-expanded={open}>
        {trigger}
      </Button>
      <Surface
        id={panelId}
        popover="auto"
        tabIndex={-1}
        role="dialog"
        aria-label={panelLabel}
        width={width}
        display={open ? 'block' : 'none'}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && children(close)}
      </Surface>
    </>
  );
}
