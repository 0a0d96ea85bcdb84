import { DialogSheet } from './dialog-sheet.tsx';
import { DialogStep, type DialogStepProps } from './dialog-step.tsx';

interface DialogProps extends DialogStepProps {
  open: boolean;
  size?: 'md' | 'lg';
  /** What opened the dialog. From 30em it stands below that, instead of in the middle. */
  below?: DOMRect;
}

/** A sheet with one step. It focuses the first control inside, or the one with `data-autofocus`. */
export function Dialog({ open, size, below, ...step }: DialogProps) {
  if (!open) return null;
  return (
    <DialogSheet size={size} below={below}>
      <DialogStep {...step} />
    </DialogSheet>
  );
}
