import type { ReactNode } from 'react';
import { readEditedRow, readTransactionDraft } from '#domain/drafts';
import type { TransactionRow } from '#domain/rows';
import { editForm } from '../../../session/drafts/form-names.ts';
import { WithDraft } from '../../../session/drafts/with-draft.tsx';
import { draftOf } from './row-draft.ts';
import { TransactionFormDialog } from './transaction-form-dialog.tsx';
import type { TransactionForm } from './use-transaction-form.ts';
import { useUpdateTransaction } from './use-update-transaction.ts';

/** Edits a transaction with the fields that the caller chooses. What was typed and not saved comes back. */
export function EditDialog(props: {
  title: string;
  action: string;
  row: TransactionRow;
  onClose: () => void;
  /** A further button before the others. `closeForGood` also forgets what was typed. */
  aside?: (closeForGood: () => void) => ReactNode;
  children: (form: TransactionForm) => ReactNode;
}) {
  const { title, action, row, onClose, aside, children } = props;
  const update = useUpdateTransaction();
  return (
    <WithDraft form={editForm(row)} read={(stored) => readTransactionDraft(stored, row)} readFrom={readEditedRow} wait>
      {(draft) => (
        <TransactionFormDialog
          title={title}
          action={action}
          start={draft.kept?.values ?? draftOf(row)}
          row={draft.kept?.from ?? row}
          draft={draft}
          save={(entered, _, latest) => update(latest ?? row, entered, draft.keeper.saved())}
          onClose={onClose}
          aside={aside?.(() => {
            void draft.keeper.drop();
            onClose();
          })}
        >
          {children}
        </TransactionFormDialog>
      )}
    </WithDraft>
  );
}
