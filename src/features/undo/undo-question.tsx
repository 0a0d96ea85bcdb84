import type { Deed } from '#store/undo/deeds';
import * as texts from '#texts/undo';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { describeDeed } from './describe-deed.ts';

interface UndoQuestionProps {
  deed: Deed;
  /** As many transactions need no question. */
  unasked: number;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a key takes back a change of many transactions. */
export default function UndoQuestion({ deed, unasked, onConfirm, onClose }: UndoQuestionProps) {
  const what = describeDeed(deed);
  return (
    <ConfirmDialog
      open
      title={texts.QUESTION}
      confirmLabel={texts.UNDO_IT}
      tone="neutral"
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      {texts.aboutMany(what, unasked)}
    </ConfirmDialog>
  );
}
