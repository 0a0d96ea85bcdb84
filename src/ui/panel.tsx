import { chakra } from '@chakra-ui/react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';

const Surface = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    insetEnd: { base: '3', lg: 'max(1.5rem, calc((100vw - var(--side, 0px) - 72rem) / 2 + 1.5rem))' },
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
    // Its content may still be loading.
    _empty: { visibility: 'hidden' },
  },
});

interface PanelButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  /** The panel's id, so that other buttons can open it, too (`popoverTarget`). */
  panelId: string;
  /** The content of the button. */
  trigger: ReactNode;
  panelLabel: string;
  width?: string;
  /** Rendered only while the panel is open; `close` closes it. */
  children: (close: () => void) => ReactNode;
}

/**
 * A button in the header that opens a panel below it. The panel is the platform's popover: Escape or a click beside it
 * closes it and returns the focus.
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
