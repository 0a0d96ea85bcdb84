import { memo } from 'react';
import type { TransactionType } from '#domain/rows';
import * as terms from '#texts/terms';
import { ChoiceField } from '#ui/choice-field';

const TYPES = [
  { value: 'income', label: terms.INCOME },
  { value: 'expense', label: terms.EXPENSE },
] as const;

/** Income or expense. */
export const TypeChoice = memo(function TypeChoice(props: {
  value: TransactionType;
  onChange: (type: TransactionType) => void;
}) {
  const { value, onChange } = props;
  return <ChoiceField label={terms.TYPE} value={value} options={TYPES} onChange={onChange} />;
});
