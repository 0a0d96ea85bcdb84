import type { TransactionType } from '#domain/rows';
import { ChoiceField } from '#ui/choice-field';

const TYPES = [
  { value: 'income', label: 'Income' },
  { value: 'expense', label: 'Expense' },
] as const;

/** Income or expense. */
export function TypeChoice({ value, onChange }: { value: TransactionType; onChange: (type: TransactionType) => void }) {
  return <ChoiceField label="Type" value={value} options={TYPES} onChange={onChange} />;
}
