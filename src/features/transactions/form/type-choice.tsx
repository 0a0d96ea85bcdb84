import { memo } from 'react';
import type { TransactionType } from '#domain/rows';
import * as terms from '#texts/terms';
import { ChoiceField } from '#ui/choice-field';
import type { Change } from './use-transaction-form.ts';

export const TYPES = [
  { value: 'income', label: terms.INCOME },
  { value: 'expense', label: terms.EXPENSE },
] as const;

/** Income or expense. */
export const TypeChoice = memo(function TypeChoice(props: { value: TransactionType; change: Change }) {
  const { value, change } = props;
  return <ChoiceField label={terms.TYPE} value={value} options={TYPES} onChange={(type) => change({ type })} />;
});
