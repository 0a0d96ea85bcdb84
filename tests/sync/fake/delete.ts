/** `delete` of the in-memory server, and what goes with what is deleted. */

import { ownedAccounts } from '#domain/accounts';
import type { Delete } from '#domain/operations';
import type { BudgetRow, MembershipRow, TransactionRow } from '#domain/rows';
import { atLeast, mayWrite, roleInAccount, sharedViews } from './access.ts';
import { isNameTaken } from './patch.ts';
import { Refused, type Work } from './work.ts';

/** That somebody deleted it before is what was wanted. */
export function deleteRow(work: Work, { table, id }: Delete) {
  const row = work.readable(table, id);
  if (!row) {
    work.untouched(id, false);
    return;
  }
  const { state, userId } = work;
  if (table === 'transactions') return deleteTransaction(work, id);
  if (table === 'accounts') return deleteAccount(work, id);
  const accountId = 'accountId' in row ? String(row.accountId) : row.id;
  if (!atLeast(roleInAccount(state, userId, accountId), 'admin')) throw new Refused('forbidden');
  const budget = state.tables.budgets.get(id);
  if (table === 'budgets' && budget) return deleteBudget(work, budget);
  if ([...state.tables.budgets.values()].some((one) => one.categoryId === id)) throw new Refused('category_in_use');
  work.remove(accountId, work.number(accountId), { kind: 'category', id, date: null });
  work.erase('categories', id);
}

function deleteTransaction(work: Work, id: string) {
  const row = work.state.tables.transactions.get(id);
  if (!row || !mayWrite(work.state, work.userId, row)) throw new Refused('forbidden');
  removeTransaction(work, row);
}

function removeTransaction(work: Work, row: TransactionRow) {
  const what = { kind: 'transaction' as const, id: row.id, date: row.date };
  const views = [null, ...sharedViews(work.state, row)];
  work.remove(row.accountId, work.number(row.accountId), what, views, row);
  work.erase('transactions', row.id);
}

function deleteBudget(work: Work, { id, accountId }: BudgetRow) {
  for (const row of work.state.tables.memberships.values()) if (row.budgetId === id) deleteMembership(work, row);
  for (const row of work.state.invitations.values()) if (row.budgetId === id) work.eraseInvitation(row.id);
  work.remove(accountId, work.number(accountId), { kind: 'budget', id, date: null });
  work.erase('budgets', id);
}

export function deleteMembership(work: Work, { id, accountId, budgetId }: MembershipRow) {
  const views = budgetId ? [null, budgetId] : [null];
  work.remove(accountId, work.number(accountId), { kind: 'membership', id, date: null }, views);
  work.erase('memberships', id);
}

function deleteAccount(work: Work, id: string) {
  const { state, userId } = work;
  if (roleInAccount(state, userId, id) !== 'owner') throw new Refused('forbidden');
  const owned = ownedAccounts([...state.tables.accounts.values()], userId);
  const heir = owned.find((account) => account.id !== id);
  if (!heir) throw new Refused('last_account');
  if (owned[0]?.id === id) bequeathCategories(work, id, heir.id);
  const what = { kind: 'account' as const, id, date: null };
  work.remove(id, work.number(id), what, [null], { userId, userEmail: null });
  for (const table of ['transactions', 'categories', 'budgets', 'memberships'] as const) {
    for (const row of state.tables[table].values()) if (row.accountId === id) work.erase(table, row.id);
  }
  for (const row of state.invitations.values()) if (row.accountId === id) work.eraseInvitation(row.id);
  work.erase('accounts', id);
}

/** The categories of a default account serve all its owner's accounts, and go over to the next default account. */
function bequeathCategories(work: Work, accountId: string, heirId: string) {
  const { tables } = work.state;
  for (const budget of tables.budgets.values()) if (budget.accountId === accountId) deleteBudget(work, budget);
  for (const row of tables.categories.values()) {
    const moved = { ...row, accountId: heirId };
    if (row.accountId !== accountId || isNameTaken(work, moved)) continue;
    work.write('categories', { ...moved, version: work.number(heirId) });
  }
}
