/** The opening balance that an account may start with. */
import { isDate } from '../dates/dates.ts';
import { withDecimalDigits } from '../entered-digits.ts';
import { type AmountProblem, parseAmount, signedType } from '../money/money.ts';
import type { Outcome, Problems } from '../outcome.ts';
import type { TransactionType } from '../rows.ts';

/** Description and category of the transaction. Devices of v0.1.0 show it. */
export const OPENING_BALANCE = 'Opening balance';

/** As typed. Without a sign the account has money; with a minus it owes. An empty balance is none. */
export interface OpeningInput {
  opening?: string;
  /** YYYY-MM-DD. */
  openingDate?: string;
}

export type OpeningProblem = AmountProblem | 'not_a_date';

/** `amount` in cents. */
export interface Opening {
  type: TransactionType;
  amount: number;
  date: string;
}

/** The opening balance, null for none, or what is wrong at each field. */
export function checkOpening({
  opening = '',
  openingDate = '',
}: OpeningInput): Outcome<{ opening: Opening | null }, keyof OpeningInput, OpeningProblem> {
  // Nothing is no balance, and neither is a zero.
  if (/^[\s$0.,+\-−–]*$/.test(withDecimalDigits(opening))) return { ok: true, opening: null };
  const { type, amount } = signedType(opening);
  const parsed = parseAmount(amount);
  const errors: Problems<keyof OpeningInput, OpeningProblem> = {};
  if (!parsed.ok) errors.opening = parsed.reason;
  if (!isDate(openingDate)) errors.openingDate = openingDate === '' ? 'empty' : 'not_a_date';
  if (!parsed.ok || errors.openingDate) return { ok: false, errors };
  return { ok: true, opening: { type: type ?? 'income', amount: parsed.cents, date: openingDate } };
}
