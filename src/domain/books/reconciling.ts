/**
 * Whether an account agrees with the bank's statements (decision 0024). Nothing of it is stored, so a change made on
 * any device shows wherever the rows are.
 */
import { isDate } from '../dates/dates.ts';
import { withDecimalDigits } from '../entered-digits.ts';
import { type AmountProblem, parseAmount } from '../money/money.ts';
import type { Outcome, Problems } from '../outcome.ts';
import type { ReconciliationRow } from '../rows.ts';

/** A reconciliation beside what its rows make now; integer cents. */
export interface Agreement {
  reconciliation: ReconciliationRow;
  /** The sum of the rows that this reconciliation and those before it name. */
  counted: number;
  /** `counted` minus the statement's balance. Zero: they agree. */
  difference: number;
  /** How much of the difference came with the rows of this reconciliation, and not of those before it. */
  own: number;
}

/**
 * Every reconciliation of an account, the newest statement first. `sums` has the signed cents of the rows that name a
 * reconciliation, by its id.
 */
export function agreementsOf(
  reconciliations: readonly ReconciliationRow[],
  sums: ReadonlyMap<string, number>,
): Agreement[] {
  const agreements: Agreement[] = [];
  let counted = 0;
  let before = 0;
  for (const reconciliation of [...reconciliations].sort(byStatement)) {
    counted += sums.get(reconciliation.id) ?? 0;
    const difference = counted - reconciliation.balance;
    agreements.push({ reconciliation, counted, difference, own: difference - before });
    before = difference;
  }
  return agreements.reverse();
}

/** By the date of the statement. Of two statements of one day, the one that was reconciled first comes first. */
function byStatement(one: ReconciliationRow, other: ReconciliationRow): number {
  const keys = [one, other].map(({ date, createdAt, id }) => `${date} ${createdAt} ${id}`);
  return (keys[0] ?? '') < (keys[1] ?? '') ? -1 : 1;
}

/**
 * Whether the account agrees with its newest statement, and the date of the first statement since which that has been
 * so. Null without any reconciliation.
 */
export function standingOf(agreements: readonly Agreement[]): { agrees: boolean; since: string } | null {
  const [newest] = agreements;
  if (!newest) return null;
  const agrees = newest.difference === 0;
  const turn = agreements.findIndex(({ difference }) => (difference === 0) !== agrees);
  const first = agreements.at(turn === -1 ? -1 : turn - 1) ?? newest;
  return { agrees, since: first.reconciliation.date };
}

/** What somebody reads on a statement, as typed. */
export interface StatementInput {
  date: string;
  balance: string;
}

export type StatementField = 'date' | 'balance';
/** `too_early`: the account was reconciled with a later statement before. */
export type StatementProblem = AmountProblem | 'not_a_date' | 'in_future' | 'too_early';

/** The date and balance in cents, or what is wrong at each field. `last`: the date of the newest statement so far. */
export function checkStatement(
  { date, balance }: StatementInput,
  { today, last }: { today: string; last: string | null },
): Outcome<{ date: string; balance: number }, StatementField, StatementProblem> {
  const cents = parseBalance(balance);
  const errors: Problems<StatementField, StatementProblem> = {};
  if (date === '') errors.date = 'empty';
  else if (!isDate(date)) errors.date = 'not_a_date';
  else if (date > today) errors.date = 'in_future';
  else if (last !== null && date < last) errors.date = 'too_early';
  if (typeof cents === 'string') errors.balance = cents;
  if (typeof cents === 'string' || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, date, balance: cents };
}

/** A balance may be zero, and a debt has a minus before it or stands in brackets: `-12.50`, `(12.50)`. */
function parseBalance(text: string): number | AmountProblem {
  const [, bracket, sign, digits = ''] = /^\s*(\(?)\s*([-−–]?)(.*?)\)?\s*$/s.exec(withDecimalDigits(text)) ?? [];
  if (/^\$?0+([.,]0{0,2})?$/.test(digits.trim())) return 0;
  const parsed = parseAmount(digits);
  if (!parsed.ok) return parsed.reason;
  return bracket || sign ? -parsed.cents : parsed.cents;
}
