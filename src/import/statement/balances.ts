/** The balances that a file tells of its account. */
import type { DecimalSign } from '#domain/money/written-number';
import { readAmount } from './amounts.ts';
import type { ReadRow, Statement, StatementBalance } from './statement.ts';

/** The cents of a balance, which may be zero; null when it is none. */
export function readBalanceCents(text: string, sign: DecimalSign | null): number | null {
  const amount = readAmount(text, sign);
  if ('cents' in amount) return amount.cents;
  return amount.reason === 'zero' ? 0 : null;
}

/** The last of the balances, where any statement has one. */
export function latestBalance(statements: readonly Statement[]): Pick<Statement, 'balance'> {
  const balances = statements.flatMap(({ balance }) => balance ?? []);
  const [first, ...others] = balances;
  if (!first) return {};
  return { balance: others.reduce((last, one) => (one.date >= last.date ? one : last), first) };
}

/** The balance after the booked rows, of the balance before them. The file says nothing of a day without rows. */
export function balanceAfter(before: number, rows: readonly ReadRow[]): StatementBalance | null {
  const booked = rows.filter(({ pending }) => !pending);
  const date = lastDay(booked);
  return date === null ? null : { cents: booked.reduce((sum, { cents }) => sum + cents, before), date };
}

export function lastDay(rows: readonly ReadRow[]): string | null {
  return rows.reduce<string | null>((last, { date }) => (last === null || date > last ? date : last), null);
}
