import type { ReactNode } from 'react';
import { readEditedRow, readTransactionDraft } from '#domain/drafts';
import type { TransactionRow } from '#domain/rows';
import { useAccounts } from '../../../session/accounts/use-accounts.ts';
import type { DraftKeeper } from '../../../session/drafts/draft-keeper.ts';
import { editForm } from '../../../session/drafts/form-names.ts';
import { type FormDraft, WithDraft } from '../../../session/drafts/with-draft.tsx';
import { mayAddAnew } from './may-add-anew.ts';
import { draftOf } from './row-draft.ts';
import { useAddTransaction } from './use-add-transaction.ts';
import type { AddAnew, useKeptForm } from './use-kept-form.ts';
import { useUpdateTransaction } from './use-update-transaction.ts';
import { withNewIds } from './with-new-ids.ts';

/** What a form needs to edit a row: with what it begins, and how it saves. */
export type Edit = Pick<Parameters<typeof useKeptForm>[0], 'start' | 'save' | 'addAnew'> & {
  row: TransactionRow;
  draft: FormDraft<ReturnType<typeof draftOf>, TransactionRow>;
};

/**
 * One edit of a row, wherever its fields stand. What was typed and not saved comes back, in the dialog and in the row.
 * Where the row is gone, that can be added as a new entry. `wait`: nothing is shown until that is known.
 */
export function RowEdit(props: { row: TransactionRow; wait?: boolean; children: (edit: Edit) => ReactNode }) {
  const { row, wait = false, children } = props;
  const update = useUpdateTransaction();
  const add = useAddTransaction(row.accountId);
  const accounts = useAccounts();
  const roleIn = (accountId: string) => accounts?.find(({ account }) => account.id === accountId)?.role ?? null;
  const addAnew = (keeper: DraftKeeper): AddAnew => {
    return (entered, fields) => add(entered, { ...fields, lines: withNewIds(fields.lines) }, keeper.saved());
  };
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
          addAnew: (gone) => (mayAddAnew(gone, roleIn(gone.accountId)) ? addAnew(draft.keeper) : null),
        })
      }
    </WithDraft>
  );
}
