import { memo } from 'react';
import { formatMoney, parseAmount, signedType } from '#domain/money';
import * as terms from '#texts/terms';
import { AmountField } from '#ui/amount-field';
import type { Change } from './use-transaction-form.ts';

const CALCULATION = /[+\-−–*/×÷]/;

/**
 * The amount as typed. A leading `+` or `-` is not part of the amount; it sets the type. The result of a calculation is
 * below the field. In a dialog it has the focus first.
 */
export const AmountInput = memo(function AmountInput(props: {
  value: string;
  change: Change;
  error: string | undefined;
}) {
  const { value, change, error } = props;
  const parsed = parseAmount(value);
  const sum = CALCULATION.test(value) && parsed.ok ? `= ${formatMoney(parsed.cents)}` : null;
  return (
    <AmountField
      label={terms.AMOUNT}
      name="amount"
      value={value}
      error={error}
      data-autofocus
      hint={sum && <output>{sum}</output>}
      onChange={(event) => {
        const { type, amount } = signedType(event.currentTarget.value);
        change(type ? { type, amount } : { amount });
      }}
    />
  );
});
