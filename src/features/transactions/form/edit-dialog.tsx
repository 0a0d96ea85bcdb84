import type { ReactNode } from 'react';
import type { TransactionRow } from '#domain/rows';
import { useAddableAccounts } from '../../../session/accounts/use-addable-accounts.ts';
import { RowEdit } from './row-edit.tsx';
import { TransactionFormDialog } from './transaction-form-dialog.tsx';
import { useAddTransaction } from './use-add-transaction.ts';
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
  const add = useAddTransaction(row.accountId);
  const addable = useAddableAccounts();
  // A new entry would not be a side of a transfer, and no contribution to a budget.
  const isPlain = row.nature === 'regular' && row.budgetId === null;
  const mayAdd = isPlain && addable?.accounts.some(({ id }) => id === row.accountId);
  return (
    <RowEdit row={row} wait>
      {(edit) => (
        <TransactionFormDialog
          title={title}
          action={action}
          {...edit}
          addAnew={mayAdd ? (entered, fields) => add(entered, fields, edit.draft.keeper.saved()) : undefined}
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
