import { type FormEvent, useId, useState } from 'react';
import { UNCATEGORIZED } from '#domain/categories';
import { today } from '#domain/dates';
import { formatMoney, parseAmount } from '#domain/money';
import { canContribute } from '#domain/roles';
import type { TransactionType } from '#domain/rows';
import { addTransaction } from '#store/commands/transaction-add';
import type { BudgetView } from '#store/queries/budgets';
import { AmountField } from '#ui/amount-field';
import { Button } from '#ui/button';
import { ChoiceField } from '#ui/choice-field';
import { Dialog } from '#ui/dialog';
import { notify } from '#ui/notices';
import { TextField } from '#ui/text-field';
import { orNotice } from '../accounts/command-notice.ts';
import { useActor, useDatabase } from '../session/session.tsx';
import { FormStack } from '../transactions/form-stack.tsx';
import { type DraftErrors, draftMessages } from '../transactions/transaction-draft.ts';
import { calculated } from './budget-wording.ts';

const TYPES = [
  { value: 'income', label: 'Income' },
  { value: 'expense', label: 'Expense' },
] as const;

const FAILURE = { title: 'Transaction failed', fallback: 'Could not save transaction.' };

/** Adds money to a budget, or, for who manages it, takes some out. Mounted while it is open. */
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
    const added = await orNotice(FAILURE, () => addTransaction(db, actor, { ...place, type, amount, description }));
    if (!added) return;
    notify({
      title: 'Transaction added',
      description: `${type === 'income' ? 'Income' : 'Expense'} of ${formatMoney(parsed.cents)} saved successfully.`,
      tone: 'success',
    });
    onClose();
  };

  return (
    <Dialog
      open
      title={`Contribute to ${budget.name}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={!isFilled}>
            Contribute
          </Button>
        </>
      }
    >
      <FormStack id={formId} noValidate onSubmit={submit}>
        {canContribute(access, 'expense') && (
          <ChoiceField label="Type" value={type} options={TYPES} onChange={setType} />
        )}
        <AmountField
          label="Amount"
          value={amount}
          error={errors.amount}
          hint={calculated(amount)}
          data-autofocus
          onChange={(event) => {
            setAmount(event.currentTarget.value);
            setErrors({});
          }}
        />
        <TextField
          label="Description"
          value={description}
          autoComplete="off"
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </FormStack>
    </Dialog>
  );
}
