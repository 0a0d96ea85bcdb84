import { chakra } from '@chakra-ui/react';
import type { AccountRow } from '#domain/rows';
import type { EntryFields } from '#store/queries/rows/entry-subject';
import * as entryActions from '#texts/sync/entry-actions';
import * as texts from '#texts/sync/entry-form';
import * as transactions from '#texts/transactions/transactions';
import { AccountSelect } from '../transactions/form/account-select.tsx';
import { draftOfEntry } from '../transactions/form/row-draft.ts';
import type { TransactionDraft } from '../transactions/form/transaction-draft.ts';
import { TransactionFormDialog } from '../transactions/form/transaction-form-dialog.tsx';
import { TransactionInputs } from '../transactions/form/transaction-inputs.tsx';

/**
 * Corrects a transaction that the server did not take. `accounts` are the possible accounts; without them the account
 * stays. `onSave` returns whether it was saved.
 */
export function EditTransactionEntry(props: {
  meant: EntryFields;
  moving: boolean;
  /** Whether the user may not add to its account, so that it becomes a new transaction in another one. */
  leaves: boolean;
  accounts: { all: readonly AccountRow[]; chosen: string } | null;
  onSave: (fields: EntryFields, draft: TransactionDraft) => Promise<boolean>;
  onClose: () => void;
}) {
  const { meant, moving, leaves, accounts, onSave, onClose } = props;
  const isFirst = moving || leaves;
  return (
    <TransactionFormDialog
      title={moving ? entryActions.MOVE : transactions.EDIT_TITLE}
      action={moving ? texts.MOVE : texts.SAVE}
      start={{ ...draftOfEntry(meant), ...(accounts && { accountId: accounts.chosen }) }}
      save={(draft, { accountId, budgetId: _budget, ...typed }) => {
        // A contribution that moves to another account is no longer a contribution.
        const place = accountId === meant.accountId ? {} : { accountId, budgetId: null };
        return onSave({ ...typed, ...place }, draft);
      }}
      onClose={onClose}
    >
      {(form) => {
        const account = accounts && (
          <AccountSelect
            accounts={accounts.all}
            value={form.draft.accountId}
            error={form.errors.accountId}
            change={form.change}
            first={isFirst}
          />
        );
        return (
          <>
            {leaves && (
              <chakra.p color="fg.muted" fontSize="sm">
                {texts.LEAVES}
              </chakra.p>
            )}
            {isFirst && account}
            <TransactionInputs form={form}>{!isFirst && account}</TransactionInputs>
          </>
        );
      }}
    </TransactionFormDialog>
  );
}
