import type { ReactNode } from 'react';
import { readEditedRow, readTransactionDraft } from '#domain/drafts';
import type { TransactionRow } from '#domain/rows';
import { useAddableAccounts } from '../../../session/accounts/use-addable-accounts.ts';
import { editForm } from '../../../session/drafts/form-names.ts';
import { type FormDraft, WithDraft } from '../../../session/drafts/with-draft.tsx';
import { draftOf } from './row-draft.ts';
import { useAddTransaction } from './use-add-transaction.ts';
import type { useKeptForm } from './use-kept-form.ts';
import { useUpdateTransaction } from './use-update-transaction.ts';

/** What a form needs to edit a row: with what it begins, and how it saves. */
export type Edit = Pick<Parameters<typeof useKeptForm>[0], 'start' | 'save' | 'addAnew'> & {
  row: TransactionRow;
  draft: FormDraft<ReturnType<typeof draftOf>, TransactionRow>;
};

/**
 * One edit of a row, wherever its fields stand. What was typed and not saved comes back, in the dialog and in the row.
 * Where the row was deleted meanwhile, it can be added anew. `wait`: nothing is shown until that is known.
 */
export function RowEdit(props: { row: TransactionRow; wait?: boolean; children: (edit: Edit) => ReactNode }) {
  const { row, wait = false, children } = props;
  const update = useUpdateTransaction();
  const add = useAddTransaction(row.accountId);
  const addable = useAddableAccounts();
  // A new entry would not be a side of a transfer, and no contribution to a budget.
  const isPlain = row.nature === 'regular' && row.budgetId === null;
  const mayAdd = isPlain && addable?.accounts.some(({ id }) => id === row.accountId);
  return (
    <WithDraft
      form={editForm(row)}
      read={(stored) => readTransactionDraft(stored, row)}
      readFrom={readEditedRow}
      wait={wait}
    >
      {(draft) =>
        children({
          start: draft.kept?.values ?? draftOf(row),
          row: draft.kept?.from ?? row,
          draft,
          save: (entered, _, latest) => update(latest ?? row, entered, draft.keeper.saved()),
          addAnew: mayAdd ? (entered, fields) => add(entered, fields, draft.keeper.saved()) : undefined,
        })
      }
    </WithDraft>
  );
}
