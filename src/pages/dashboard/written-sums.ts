import { formatMoney } from '#domain/money/money';
import type { Summary } from '#domain/money/totals';

export type SumKind = 'balance' | 'income' | 'expense';

/** The sums as the dashboard writes them: income and a balance that is not negative have a plus. */
export function writeEach({ income, expense, balance }: Summary): Record<SumKind, string> {
  return {
    income: formatMoney(income, { sign: 'always' }),
    expense: formatMoney(expense),
    balance: formatMoney(balance, { sign: 'always' }),
  };
}
