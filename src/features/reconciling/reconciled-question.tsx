import * as texts from '#texts/books/reconciling';
import { ConfirmDialog } from '#ui/confirm-dialog';

const WORDS = {
  change: { title: texts.RECONCILED_QUESTION, confirmLabel: texts.CHANGE_ANYWAY, tone: 'neutral' },
  delete: { title: texts.RECONCILED_DELETE_QUESTION, confirmLabel: texts.DELETE_ANYWAY, tone: 'danger' },
} as const;

/** Asks before a reconciled transaction is changed or deleted. */
export default function ReconciledQuestion(props: {
  action: keyof typeof WORDS;
  /** The account where the other side of a transfer is reconciled; absent when it is the row itself. */
  otherIn: string | undefined;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const { action, otherIn, onClose, onConfirm } = props;
  return (
    <ConfirmDialog open {...WORDS[action]} onCancel={onClose} onConfirm={onConfirm}>
      {otherIn === undefined ? texts.RECONCILED_EXPLANATION : texts.otherSideReconciled(otherIn)}
    </ConfirmDialog>
  );
}
