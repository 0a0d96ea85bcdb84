import { AmountInput } from './amount-input.tsx';
import { CategorySelect } from './category-select.tsx';
import { DateInput } from './date-input.tsx';
import { DescriptionInput } from './description-input.tsx';
import type { TransactionDraft } from './transaction-draft.ts';
import { TypeChoice } from './type-choice.tsx';
import type { TransactionForm } from './use-transaction-form.ts';

/**
 * All fields of a transaction except its account. With a fixed type, no choice and no sign before the amount changes
 * it.
 */
export function TransactionInputs({ form, typeFixed = false }: { form: TransactionForm; typeFixed?: boolean }) {
  const { draft, errors, change } = form;
  const changeAmount = ({ amount }: Partial<TransactionDraft>) => change({ amount: amount ?? draft.amount });
  return (
    <>
      {!typeFixed && <TypeChoice value={draft.type} change={change} />}
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
    </>
  );
}
