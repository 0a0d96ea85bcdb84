/** `sync_sums` of the in-memory server. */
import type { Sums } from '../../../../sync/sums.ts';
import { covers } from './access.ts';
import { scopesOf } from './pull.ts';
import type { State } from './state.ts';

export function sums(state: State, userId: string): Sums {
  const { tables } = state;
  const entries = scopesOf(state, userId).map(({ scope, accountId, budgetId }) => {
    const isHere = (row: { accountId: string }) => row.accountId === accountId;
    const budget = budgetId ? tables.budgets.get(budgetId) : undefined;
    const rows = [...tables.transactions.values()].filter(
      (row) => isHere(row) && (!budget || covers(state, budget, row)),
    );
    const sumOf = (type: string) => rows.reduce((cents, row) => (row.type === type ? cents + row.amount : cents), 0);
    const others = [tables.categories, tables.budgets, tables.memberships].flatMap((table) => [...table.values()]);
    const sum = {
      head: state.logs.get(accountId)?.version ?? 0,
      transactions: rows.length,
      income: sumOf('income'),
      expenses: sumOf('expense'),
      others: budget ? null : others.filter(isHere).length,
    };
    return [scope, sum] as const;
  });
  return Object.fromEntries(entries);
}
