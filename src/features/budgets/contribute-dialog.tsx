import { type FormEvent, useId, useState } from 'react';
import { UNCATEGORIZED } from '#domain/categories';
import { today } from '#domain/dates';
import { formatMoney, parseAmount, understoodAmount } from '#domain/money';
import { canContribute } from '#domain/roles';
import type { TransactionType } from '#domain/rows';
import { addTransaction } from '#store/commands/transaction-add';
import type { BudgetView } from '#store/queries/budgets';
import * as actions from '#texts/actions';
import * as texts from '#texts/budgets';
import * as failures from '#texts/failures';
import * as terms from '#texts/terms';
import * as transactionTexts from '#texts/transactions';
import { AmountField } from '#ui/amount-field';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { TextField } from '#ui/text-field';
import { showToast } from '#ui/toast';
import { orToast } from '../accounts/command-toast.ts';
import { useActor, useDatabase } from '../session/session.tsx';
import { FormStack } from '../transactions/form/form-stack.tsx';
import { type DraftErrors, draftMessages } from '../transactions/form/transaction-draft.ts';
import { TypeChoice } from '../transactions/form/type-choice.tsx';

const FAILURE = { title: failures.TRANSACTION_SAVE, description: failures.TRANSACTION_NOT_SAVED };

/** Adds money to a budget; a user who manages the budget may also take money out. It is mounted while it is open. */
export function ContributeDialog({ view, onClose }: { view: BudgetView; onClose: () => void }) {
  const { budget, categoryName, access } = view;
  const db = useDatabase();
  const actor = useActor();
  const formId = useId();
  const [type, setType] = useState<TransactionType>('income');
  const [amount, setAmount] = useState('');
  const [description, setDescription] = useState('');
  const [errors, setErrors] = useState<DraftErrors>({});
  const isFilled = amount.trim() !== '' && description.trim() !== '';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isFilled) return;
    const parsed = parseAmount(amount);
    if (!parsed.ok) {
      setErrors(draftMessages({ amount: parsed.reason }));
      return;
    }
    const category = categoryName ?? UNCATEGORIZED;
    const place = { accountId: budget.accountId, budgetId: budget.id, category, date: today(new Date()) };
    const added = await orToast(FAILURE, () => addTransaction(db, actor, { ...place, type, amount, description }));
    if (!added) return;
    showToast({
      title: transactionTexts.ADDED_TITLE,
      description: transactionTexts.addedDescription(type, formatMoney(parsed.cents)),
      tone: 'success',
    });
    onClose();
  };

  return (
    <Dialog
      open
      title={texts.contributeTo(budget.name)}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {actions.CANCEL}
          </Button>
          <Button type="submit" form={formId} disabled={!isFilled}>
            {texts.CONTRIBUTE}
          </Button>
        </>
      }
    >
      <FormStack id={formId} noValidate onSubmit={submit}>
        {canContribute(access, 'expense') && (
          <TypeChoice value={type} change={({ type: chosen = type }) => setType(chosen)} />
        )}
        <AmountField
          label={terms.AMOUNT}
          value={amount}
          error={errors.amount}
          hint={understoodAmount(amount)}
          data-autofocus
          onChange={(event) => {
            setAmount(event.currentTarget.value);
            setErrors({});
          }}
        />
        <TextField
          label={terms.DESCRIPTION}
          value={description}
          autoComplete="off"
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </FormStack>
    </Dialog>
  );
}
