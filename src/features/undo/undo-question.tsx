import type { Deed } from '#store/deeds/deeds';
import * as texts from '#texts/sync/undo';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { describeDeed } from './describe-deed.ts';

interface UndoQuestionProps {
  deed: Deed;
  /** The deed was undone, and is to be done again. */
  isRedo: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a key takes back, or does again, a change of many transactions. */
export default function UndoQuestion({ deed, isRedo, onConfirm, onClose }: UndoQuestionProps) {
  return (
    <ConfirmDialog
      open
      title={isRedo ? texts.REDO_QUESTION : texts.QUESTION}
      confirmLabel={isRedo ? texts.REDO_IT : texts.UNDO_IT}
      tone="neutral"
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      {texts.aboutMany(describeDeed(deed))}
    </ConfirmDialog>
  );
}
