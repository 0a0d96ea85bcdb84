import { formatMoney, type MoneySign } from '#domain/money/money';
import type { Summary } from '#domain/money/totals';

export type SumKind = 'balance' | 'income' | 'expense';

/**
 * The sums as the dashboard writes them. `sign`: of income and balance. The cards have a plus also before zero, as the
 * specification says.
 */
export function writeEach({ income, expense, balance }: Summary, sign: MoneySign): Record<SumKind, string> {
  return {
    income: formatMoney(income, { sign }),
    expense: formatMoney(expense),
    balance: formatMoney(balance, { sign }),
  };
}
