import type { ReactNode } from 'react';
import type { TransactionRow } from '#domain/rows';
import { RowEdit } from './row-edit.tsx';
import { TransactionFormDialog } from './transaction-form-dialog.tsx';
import type { TransactionForm } from './use-transaction-form.ts';

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
  return (
    <RowEdit row={row} wait>
      {(edit) => (
        <TransactionFormDialog
          title={title}
          action={action}
          {...edit}
          onClose={onClose}
          aside={aside?.(() => {
            void edit.draft.keeper.drop();
            onClose();
          })}
        >
          {children}
        </TransactionFormDialog>
      )}
    </RowEdit>
  );
}
