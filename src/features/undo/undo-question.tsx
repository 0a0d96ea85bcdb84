import type { Action } from '#store/actions/actions';
import * as texts from '#texts/sync/undo';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { describeAction } from './describe-action.ts';

interface UndoQuestionProps {
  action: Action;
  /** The action was undone, and is to be done again. */
  isRedo: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a key takes back, or does again, a change of many transactions. */
export default function UndoQuestion({ action, isRedo, onConfirm, onClose }: UndoQuestionProps) {
  return (
    <ConfirmDialog
      open
      title={isRedo ? texts.REDO_QUESTION : texts.QUESTION}
      confirmLabel={isRedo ? texts.REDO_IT : texts.UNDO_IT}
      tone="neutral"
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      {texts.aboutMany(describeAction(action))}
    </ConfirmDialog>
  );
}
