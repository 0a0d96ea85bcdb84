/** `delete` of the in-memory server. */
import { mayEdit, missing } from './access.ts';
import { atLeast, mayRead, roleInAccount, type TableName, viewsOf } from './state.ts';
import { Refused, type Work } from './work.ts';

export function deleteTransaction(work: Work, id: string) {
  const row = work.state.tables.transactions.get(id);
  if (!row || !mayRead(work.state, work.userId, row)) return missing(work, id);
  if (!mayEdit(work, row)) throw new Refused('forbidden');
  const version = work.number(row.accountId);
  const what = { kind: 'transaction' as const, id, date: row.date };
  work.remove(row.accountId, version, what, { account: true, views: viewsOf(work.state, row), row });
  work.erase('transactions', id);
}

export function deleteSmall(work: Work, { table, id }: { table: TableName; id: string }) {
  const { state, userId } = work;
  if (table === 'accounts') return deleteAccount(work, id);
  const row = table === 'categories' ? state.tables.categories.get(id) : state.tables.budgets.get(id);
  const role = row ? roleInAccount(state, userId, row.accountId) : null;
  if (!row || !role) return missing(work, id);
  if (!atLeast(role, 'admin')) throw new Refused('forbidden');
  const used = [...state.tables.budgets.values()].some((budget) => budget.categoryId === id);
  if (used) throw new Refused('category_in_use');
  const kind = table === 'categories' ? ('category' as const) : ('budget' as const);
  work.remove(
    row.accountId,
    work.number(row.accountId),
    { kind, id, date: null },
    { account: true, views: [], row: null },
  );
  work.erase(table, id);
}

function deleteAccount(work: Work, id: string) {
  const { state, userId } = work;
  const role = roleInAccount(state, userId, id);
  if (!role) throw new Refused('gone');
  if (role !== 'owner') throw new Refused('forbidden');
  const owned = [...state.tables.accounts.values()].filter((account) => account.ownerId === userId);
  if (owned.length <= 1) throw new Refused('last_account');
  work.number(id);
  for (const table of ['transactions', 'categories', 'budgets', 'memberships'] as const) {
    for (const row of state.tables[table].values()) if (row.accountId === id) work.erase(table, row.id);
  }
  work.erase('accounts', id);
}
