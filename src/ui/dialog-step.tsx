import { chakra } from '@chakra-ui/react';
import { type ReactNode, use, useLayoutEffect, useRef, useState } from 'react';
import * as actions from '#texts/actions';
import { SheetContext } from './dialog-sheet.tsx';
import { IconButton } from './icon-button.tsx';
import { XIcon } from './icons.tsx';
import { useStepFocus } from './use-dialog-focus.ts';

export interface DialogStepProps {
  title: string;
  /** Called for Escape, the cross, or a click beside the dialog. */
  onClose: () => void;
  children: ReactNode;
  /** Buttons; the last one is the main action. */
  footer?: ReactNode;
}

/**
 * What stands on a `DialogSheet`. It focuses the control with `data-autofocus` when the one that has the focus goes;
 * when it follows another step, else its first control.
 */
export function DialogStep({ title, onClose, children, footer }: DialogStepProps) {
  const of = use(SheetContext);
  if (!of) throw new Error('a step stands on a sheet');
  const { sheet, held, titleId, close } = of;
  useStepFocus(sheet, held);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  return (
    // `auto`, not `1`: WebKit gives a basis of 0 no height inside `fit-content`.
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
  );
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
    <chakra.div
      ref={scroller}
      px="5"
      pb="5"
      overflowY="auto"
      tabIndex={focusable ? 0 : undefined}
      // Beside it the edge of the dialog would cut the ring.
      _focusVisible={{ outlineOffset: '-2px' }}
    >
      <div ref={content}>{children}</div>
    </chakra.div>
  );
}
