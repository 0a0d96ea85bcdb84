import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import * as actions from '#texts/actions';
import { IconButton } from './icon-button.tsx';
import { XIcon } from './icons.tsx';
import { useDialogFocus } from './use-dialog-focus.ts';

const Sheet = chakra('dialog', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    position: 'fixed',
    inset: { base: 'auto 0 0 0', sm: '0' },
    m: { base: '0', sm: 'auto' },
    width: 'full',
    maxWidth: { base: 'full', sm: '28rem' },
    height: 'fit-content',
    maxHeight: 'min(92dvh, 100dvh - var(--toasts-above))',
    bg: 'raised',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: { base: '16px 16px 0 0', sm: 'lg' },
    boxShadow: 'float',
    overflow: 'hidden',
    animation: 'rise 160ms ease-out',
    _backdrop: { bg: 'scrim' },
  },
  variants: {
    place: {
      middle: {
        // Toasts stand above it, or beside it in the widest windows.
        maxHeight: { sm: 'calc(100dvh - 2 * max(1.5rem, var(--toasts-above)))' },
        '@media (min-width: 88em)': { maxHeight: 'calc(100dvh - 3rem)' },
        // In a low one it keeps all that toasts leave.
        '@media (max-height: 30em) and (30em <= width <= 88em)': {
          top: 'var(--toasts-above)',
          maxHeight: 'calc(100dvh - var(--toasts-above) - 0.5rem)',
        },
      },
      /** Like a menu of what opened it. */
      below: {
        inset: { sm: 'auto' },
        insetStart: { sm: 'clamp(0.75rem, var(--below-start), calc(100vw - 21.75rem))' },
        top: { sm: 'max(var(--below-top), var(--toasts-above))' },
        m: '0',
        maxWidth: { base: 'full', sm: '21rem' },
        maxHeight: { sm: 'calc(100dvh - max(var(--below-top), var(--toasts-above)) - 0.75rem)' },
        _backdrop: { bg: { base: 'scrim', sm: 'transparent' } },
      },
    },
    size: { md: {}, lg: { maxWidth: { base: 'full', sm: '40rem' } } },
  },
  defaultVariants: { size: 'md', place: 'middle' },
});

interface DialogProps {
  open: boolean;
  title: string;
  size?: 'md' | 'lg';
  /** Called for Escape, the cross, or a click beside the dialog. */
  onClose: () => void;
  children: ReactNode;
  /** What opened the dialog. From 30em it stands below that, instead of in the middle. */
  below?: DOMRect;
  /** Buttons; the last one is the main action. */
  footer?: ReactNode;
}

/**
 * The platform's modal dialog. It keeps the focus inside, makes the page behind it inert, and returns the focus when it
 * closes. It focuses the first control inside, or the one with `data-autofocus`: also when the control that has the
 * focus goes. When the control that opened it is gone, the page's content has the focus afterwards.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({ title, size = 'md', onClose, children, below, footer }: Omit<DialogProps, 'open'>) {
  const { sheet, onFocus } = useDialogFocus();
  const titleId = useId();
  return (
    <Sheet
      ref={sheet}
      size={size}
      place={below ? 'below' : 'middle'}
      {...(below && { css: belowStyle(below) })}
      aria-labelledby={titleId}
      onFocus={onFocus}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === sheet.current) onClose();
      }}
    >
      {/* `auto`, not `1`: WebKit gives a basis of 0 no height inside `fit-content`. */}
      <chakra.div display="flex" flexDirection="column" minHeight="0" flex="auto">
        {/* As high as the cross reaches, or the content would lie below its edge. */}
        <chakra.h2 id={titleId} fontSize="md" ps="5" pe="14" pt="4" pb="3" minHeight={{ base: '3.125rem', lg: 'auto' }}>
          {title}
        </chakra.h2>
        <Body>{children}</Body>
        {footer && (
          <chakra.div
            display="flex"
            flexDirection={{ base: 'column-reverse', sm: 'row' }}
            justifyContent="flex-end"
            gap="2"
            px="5"
            pt="3"
            pb="calc(env(safe-area-inset-bottom) + 1rem)"
            borderTopWidth="1px"
            borderColor="line"
          >
            {footer}
          </chakra.div>
        )}
        <chakra.div position="absolute" insetEnd="2.5" top={{ base: '1.5', lg: '2.5' }}>
          <IconButton label={actions.CLOSE} onClick={onClose}>
            <XIcon aria-hidden />
          </IconButton>
        </chakra.div>
      </chakra.div>
    </Sheet>
  );
}

/** In the direction of the text; the top leaves room for a list where the opener is at the screen's bottom. */
function belowStyle({ left, right, bottom }: DOMRect) {
  const start = document.dir === 'rtl' ? window.innerWidth - right : left;
  const top = Math.max(8, Math.min(bottom + 4, window.innerHeight / 2));
  return { '--below-start': `${start}px`, '--below-top': `${top}px` };
}

/** Scrolls when it is too long; by keyboard also when no control inside takes the focus. */
function Body({ children }: { children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [focusable, setFocusable] = useState(false);
  useLayoutEffect(() => {
    const measure = () => {
      if (!scroller.current || !content.current) return;
      const overflows = scroller.current.scrollHeight > scroller.current.clientHeight;
      setFocusable(overflows && !content.current.querySelector('a, button, input, select, textarea'));
    };
    const observer = new ResizeObserver(measure);
    if (scroller.current) observer.observe(scroller.current);
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, []);
  return (
    <chakra.div ref={scroller} px="5" pb="5" overflowY="auto" tabIndex={focusable ? 0 : undefined}>
      <div ref={content}>{children}</div>
    </chakra.div>
  );
}
