import { useId } from 'react';
import { plainAmount } from '#domain/money';
import type { AccountRow } from '#domain/rows';
import type { EntryFields } from '#store/queries/entry-subject';
import * as actions from '#texts/actions';
import * as entryActions from '#texts/entry-actions';
import * as texts from '#texts/entry-form';
import * as transactions from '#texts/transactions';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { AccountSelect } from '../transactions/account-select.tsx';
import { FormStack } from '../transactions/form-stack.tsx';
import type { TransactionDraft } from '../transactions/transaction-draft.ts';
import { TransactionInputs } from '../transactions/transaction-inputs.tsx';
import { useTransactionForm } from '../transactions/use-transaction-form.ts';

/**
 * Puts a transaction right that the server did not take. `accounts` are those it may go to; without them it stays where it
 * is. `onSave` answers whether it was saved.
 */
export function EditTransactionEntry(props: {
  meant: EntryFields;
  moving: boolean;
  accounts: { all: readonly AccountRow[]; chosen: string } | null;
  onSave: (fields: EntryFields) => Promise<boolean>;
  onClose: () => void;
}) {
  const { meant, moving, accounts, onSave, onClose } = props;
  const formId = useId();
  const start = draftOf(meant, accounts?.chosen);
  const form = useTransactionForm(start, async (_, fields) => {
    const { type, amount, date, description, category, accountId } = fields;
    // A contribution that goes to another account is none any more.
    const place = accountId === meant.accountId ? {} : { accountId, budgetId: null };
    if (await onSave({ type, amount, date, description, category, ...place })) onClose();
  });
  const account = accounts && (
    <AccountSelect
      accounts={accounts.all}
      value={form.draft.accountId}
      error={form.errors.accountId}
      change={form.change}
      first={moving}
    />
  );

  return (
    <Dialog
      open
      title={moving ? entryActions.MOVE : transactions.EDIT_TITLE}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {actions.CANCEL}
          </Button>
          <Button type="submit" form={formId}>
            {moving ? texts.MOVE : texts.SAVE}
          </Button>
        </>
      }
    >
      <FormStack id={formId} ref={form.formRef} noValidate onSubmit={form.submit}>
        {moving && account}
        <TransactionInputs form={form} />
        {!moving && account}
      </FormStack>
    </Dialog>
  );
}

function draftOf(meant: EntryFields, chosen: string | undefined): TransactionDraft {
  const text = (field: string) => String(meant[field] ?? '');
  return {
    type: meant.type === 'income' ? 'income' : 'expense',
    amount: typeof meant.amount === 'number' ? plainAmount(meant.amount) : '',
    date: text('date'),
    category: text('category'),
    description: text('description'),
    accountId: chosen ?? text('accountId'),
  };
}
