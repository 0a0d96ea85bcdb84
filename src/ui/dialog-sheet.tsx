import { chakra } from '@chakra-ui/react';
import { createContext, type ReactNode, type RefObject, useId, useRef } from 'react';
import { useSheetFocus } from './use-dialog-focus.ts';

/** On a phone, in both places: a variant replaces the whole property, so each names it. */
const ON_PHONES = 'min(92dvh, 100dvh - var(--toasts-above))';

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
        maxHeight: { base: ON_PHONES, sm: 'calc(100dvh - 2 * max(1.5rem, var(--toasts-above)))' },
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
        maxHeight: { base: ON_PHONES, sm: 'calc(100dvh - max(var(--below-top), var(--toasts-above)) - 0.75rem)' },
        _backdrop: { bg: { base: 'scrim', sm: 'transparent' } },
      },
    },
    size: { md: {}, lg: { maxWidth: { base: 'full', sm: '40rem' } } },
  },
  defaultVariants: { size: 'md', place: 'middle' },
});

/** What a step needs of the sheet that it is on. */
interface SheetOfStep {
  sheet: RefObject<HTMLDialogElement | null>;
  /** What had the focus last. */
  held: RefObject<Element | null>;
  /** The id of the title, which names the sheet. */
  titleId: string;
  /** Called for Escape, or a click beside the sheet. */
  close: RefObject<() => void>;
}

export const SheetContext = createContext<SheetOfStep | null>(null);

interface DialogSheetProps {
  size?: 'md' | 'lg' | undefined;
  /** What opened the dialog. From 30em it stands below that, instead of in the middle. */
  below?: DOMRect | undefined;
  /** A `DialogStep`, which another one may follow. */
  children: ReactNode;
}

/**
 * The platform's modal dialog. It keeps the focus inside, makes the page behind it inert, and returns the focus when it
 * closes. When the control that opened it is gone, the page's content has the focus afterwards.
 *
 * It stays while its steps follow each other. With a sheet for each, the page would be styled once without a dialog,
 * because focus returns to it, and again inert: with a ledger behind it, 50 ms of one task.
 */
export function DialogSheet({ size = 'md', below, children }: DialogSheetProps) {
  const { sheet, held } = useSheetFocus();
  const titleId = useId();
  const close = useRef(() => {});
  return (
    <Sheet
      ref={sheet}
      size={size}
      place={below ? 'below' : 'middle'}
      {...(below && { css: belowStyle(below) })}
      aria-labelledby={titleId}
      onFocus={({ target }) => {
        held.current = target;
      }}
      onCancel={(event) => {
        event.preventDefault();
        close.current();
      }}
      onClick={(event) => {
        if (event.target === sheet.current) close.current();
      }}
    >
      <SheetContext value={{ sheet, held, titleId, close }}>{children}</SheetContext>
    </Sheet>
  );
}

/** In the direction of the text; the top leaves room for a list where the opener is at the screen's bottom. */
function belowStyle({ left, right, bottom }: DOMRect) {
  const start = document.dir === 'rtl' ? window.innerWidth - right : left;
  const top = Math.max(8, Math.min(bottom + 4, window.innerHeight / 2));
  return { '--below-start': `${start}px`, '--below-top': `${top}px` };
}
