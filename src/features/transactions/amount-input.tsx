import { formatMoney, parseAmount, signedType } from '#domain/money';
import type { TransactionType } from '#domain/rows';
import { AmountField } from '#ui/amount-field';

const CALCULATION = /[+\-−–*/×÷]/;

/**
 * The amount of an entry as typed. A leading `+` or `-` is not part of the amount: it sets the type. What a calculation
 * comes to stands below the field. In a dialog it is focused first.
 */
export function AmountInput(props: {
  value: string;
  onChange: (amount: string) => void;
  onSign: (type: TransactionType) => void;
  error: string | undefined;
}) {
  const { value, onChange, onSign, error } = props;
  const parsed = parseAmount(value);
  const sum = CALCULATION.test(value) && parsed.ok ? `= ${formatMoney(parsed.cents)}` : null;
  return (
    <AmountField
      label="Amount"
      name="amount"
      value={value}
      error={error}
      data-autofocus
      hint={sum && <output>{sum}</output>}
      onChange={(event) => {
        const { type, amount } = signedType(event.currentTarget.value);
        if (type) onSign(type);
        onChange(amount);
      }}
    />
  );
}
