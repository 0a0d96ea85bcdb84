/** `sync_sums` of the in-memory server. */
import type { Sums } from '../../../../sync/sums.ts';
import { covers, seenThrough } from './access.ts';
import { scopesOf } from './pull.ts';
import type { State } from './state.ts';

export function sums(state: State, userId: string): Sums {
  const { tables } = state;
  const entries = scopesOf(state, userId).map(({ scope, accountId, budgetId }) => {
    const isHere = (row: { accountId: string }) => row.accountId === accountId;
    const budget = budgetId ? tables.budgets.get(budgetId) : undefined;
    const rows = [...tables.transactions.values()].flatMap((row) => {
      if (!isHere(row)) return [];
      if (!budget) return [row];
      return covers(state, budget, row) ? [seenThrough(state, budget, row)] : [];
    });
    const regular = rows.filter(({ nature }) => nature === 'regular');
    const refunds = rows.filter(({ refund }) => refund);
    const sumOf = (type: string, of = rows) =>
      of.reduce((cents, row) => (row.type === type ? cents + row.amount : cents), 0);
    const others = [tables.categories, tables.budgets, tables.memberships].flatMap((table) => [...table.values()]);
    const sum = {
      head: state.logs.get(accountId)?.version ?? 0,
      transactions: rows.length,
      income: sumOf('income'),
      expenses: sumOf('expense'),
      regular: { income: sumOf('income', regular), expenses: sumOf('expense', regular) },
      refunds: { income: sumOf('income', refunds), expenses: sumOf('expense', refunds) },
      others: budget ? null : others.filter(isHere).length,
    };
    return [scope, sum] as const;
  });
  return Object.fromEntries(entries);
}
