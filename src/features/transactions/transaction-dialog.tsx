import { useId } from 'react';
import { today } from '#domain/dates';
import type { TransactionRow } from '#domain/rows';
import * as actions from '#texts/actions';
import * as texts from '#texts/transactions';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { AmountInput } from './amount-input.tsx';
import { CategorySelect } from './category-select.tsx';
import { DateInput } from './date-input.tsx';
import { DescriptionInput } from './description-input.tsx';
import { FormStack } from './form-stack.tsx';
import { draftOf, newDraft, type TransactionDraft } from './transaction-draft.ts';
import { TypeChoice } from './type-choice.tsx';
import { useAddTransaction } from './use-add-transaction.ts';
import { useTransactionForm } from './use-transaction-form.ts';
import { useUpdateTransaction } from './use-update-transaction.ts';

/** Adds a transaction to an account, or edits the one that is given. Mounted while it is open, so closing resets it. */
export default function TransactionDialog(props: {
  accountId: string;
  row: TransactionRow | null;
  /** The row's type stays: who contributes income to a budget may not always take out of it. */
  typeFixed?: boolean;
  onClose: () => void;
}) {
  const { accountId, row, typeFixed = false, onClose } = props;
  const add = useAddTransaction(accountId);
  const update = useUpdateTransaction();
  const formId = useId();
  const start = row ? draftOf(row) : newDraft({ accountId, today: today(new Date()) });
  const { draft, errors, change, submit, formRef } = useTransactionForm(start, async (entered, fields) => {
    if (await (row ? update(row, entered) : add(entered, fields))) onClose();
  });
  // A minus before the amount would make it an expense.
  const changeAmount = ({ amount }: Partial<TransactionDraft>) => change({ amount: amount ?? draft.amount });

  return (
    <Dialog
      open
      title={row ? texts.EDIT_TITLE : texts.ADD_NEW_TITLE}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {actions.CANCEL}
          </Button>
          <Button type="submit" form={formId}>
            {row ? texts.UPDATE : actions.ADD_TRANSACTION}
          </Button>
        </>
      }
    >
      <FormStack id={formId} ref={formRef} noValidate onSubmit={submit}>
        {!typeFixed && <TypeChoice value={draft.type} onChange={(type) => change({ type })} />}
        <DateInput value={draft.date} error={errors.date} change={change} />
        <AmountInput value={draft.amount} error={errors.amount} change={typeFixed ? changeAmount : change} />
        <CategorySelect
          accountId={draft.accountId}
          type={draft.type}
          value={draft.category}
          error={errors.category}
          change={change}
        />
        <DescriptionInput draft={draft} error={errors.description} change={change} />
      </FormStack>
    </Dialog>
  );
}
