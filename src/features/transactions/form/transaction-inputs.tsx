import type { ReactNode } from 'react';
import { AmountInput } from './amount-input.tsx';
import { CategoryInput } from './category-input.tsx';
import { DateInput } from './date-input.tsx';
import { DescriptionInput } from './description-input.tsx';
import { NotesInput } from './notes-input.tsx';
import { TypeChoice } from './type-choice.tsx';
import type { TransactionForm } from './use-transaction-form.ts';

/**
 * All fields of a transaction that is there, in the order of every form. With a fixed type, no choice and no sign
 * before the amount changes it.
 */
export function TransactionInputs(props: {
  form: TransactionForm;
  typeFixed?: boolean;
  /** The choice of its account. */
  children?: ReactNode;
}) {
  const { form, typeFixed = false, children } = props;
  const { draft, errors, change } = form;
  return (
    <>
      {!typeFixed && <TypeChoice value={draft.type} change={change} />}
      <AmountInput value={draft.amount} error={errors.amount} change={change} typeFixed={typeFixed} />
      <DescriptionInput draft={draft} error={errors.description} change={change} />
      <CategoryInput draft={draft} errors={errors} change={change} />
      <DateInput value={draft.date} error={errors.date} change={change} />
      {children}
      <NotesInput value={draft.notes} error={errors.notes} change={change} />
    </>
  );
}
