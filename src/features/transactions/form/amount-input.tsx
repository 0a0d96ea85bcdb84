import { memo } from 'react';
import { parseAmount, signedType, understoodAmount } from '#domain/money/money';
import * as problems from '#texts/field-problems';
import * as terms from '#texts/terms';
import { AmountField } from '#ui/amount-field';
import type { Change } from './use-transaction-form.ts';

/**
 * The amount as typed. A leading `+` or `-` is not part of the amount; it sets the type. What was understood is below
 * the field, where it differs. In a dialog it has the focus first.
 */
export const AmountInput = memo(function AmountInput(props: {
  value: string;
  change: Change;
  error: string | undefined;
  /** The type stays: a sign says nothing. */
  typeFixed?: boolean;
}) {
  const { value, change, error, typeFixed = false } = props;
  const parsed = parseAmount(value);
  const foreign = !parsed.ok && parsed.reason === 'other_currency';
  const sum = understoodAmount(value);
  return (
    <AmountField
      label={terms.AMOUNT}
      name="amount"
      value={value}
      error={foreign ? problems.OTHER_CURRENCY : error}
      data-autofocus
      hint={sum && <output>{sum}</output>}
      onChange={(event) => {
        const { type, amount } = signedType(event.currentTarget.value);
        change(type && !typeFixed ? { type, amount } : { amount });
      }}
    />
  );
});
