import type { ReactNode } from 'react';

/** What the step of a statement and that of another app's export have in common. */
export interface ImportStep {
  /** Which of several statements it is; null for the only one. */
  title: string | null;
  /** Goes to the next statement; null for the last one. */
  onNext: (() => void) | null;
  /** Goes back to choosing files. */
  onBack: () => void;
  onClose: () => void;
  /** The same when the import is done. */
  onDone: { back: () => void; close: () => void };
  /** What stands above it. */
  children?: ReactNode;
}
