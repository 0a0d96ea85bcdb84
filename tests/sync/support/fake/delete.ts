/** `delete` of the in-memory server, with the rows that go along with a deleted one. */

import { ownedAccounts } from '#domain/books/accounts';
import type { Delete } from '#domain/mutations/operations';
import type { BudgetRow, ImportRow, MembershipRow, TransactionRow } from '#domain/rows';
import { atLeast, mayWrite, roleInAccount, sharedViews } from './access.ts';
import { deleteAgain, tellOfDeletion, unknownEdits } from './changes.ts';
import { isLater, type SeenBefore } from './clocks.ts';
import { endKeys, revertKeys } from './key-fates.ts';
import { unknownReturn } from './own-imports.ts';
import { isNameTaken } from './patch.ts';
import { touchReconciliations } from './reconciliations.ts';
import { Refused } from './refused.ts';
import { deleteSchedule } from './schedules.ts';
import { putStatus } from './status.ts';
import type { Work } from './work.ts';

/** A row that somebody has deleted before is fine: that was wanted (S39e). */
export function deleteRow(work: Work, { table, id, seen }: Delete) {
  const row = work.readable(table, id);
  if (!row) {
    work.untouched(id, false);
    if (table === 'transactions') deleteAgain(work, id);
    return;
  }
  const { state, userId } = work;
  if (table === 'transactions') return deleteTransaction(work, id, seen);
  if (table === 'accounts') return deleteAccount(work, id);
  const accountId = 'accountId' in row ? String(row.accountId) : row.id;
  const imported = table === 'imports' ? state.tables.imports.get(id) : undefined;
  if (imported) return deleteImport(work, imported, seen);
  const schedule = table === 'schedules' ? state.tables.schedules.get(id) : undefined;
  if (schedule) return deleteSchedule(work, schedule, seen);
  if (!atLeast(roleInAccount(state, userId, accountId), 'admin')) throw new Refused('forbidden');
  if (table === 'reconciliations') return deleteReconciliation(work, accountId, id);
  const edits = unknownEdits(work, { id, accountId }, seen);
  const budget = state.tables.budgets.get(id);
  if (table === 'budgets' && budget) deleteBudget(work, budget);
  else deleteCategory(work, accountId, row);
  tellOfDeletion(work, table, { ...row, accountId }, edits);
}

function deleteCategory(work: Work, accountId: string, row: { id: string }) {
  const { id } = row;
  const isUsed = [...work.state.tables.budgets.values()].some((one) => one.categoryId === id);
  if (isUsed) throw new Refused('category_in_use');
  eraseCategory(work, accountId, row);
}

export function eraseCategory(work: Work, accountId: string, row: { id: string }): void {
  const { id } = row;
  work.remove(accountId, work.number(accountId), { kind: 'category', id, date: null });
  work.recordWrite({ accountId, rowId: id, groups: [], removed: row });
  work.erase('categories', id);
}

/** An edit that the author of the deletion did not know, and that is later, keeps the row (S39b). */
function deleteTransaction(work: Work, id: string, seen: SeenBefore) {
  const row = work.state.tables.transactions.get(id);
  if (!row || !mayWrite(work.state, work.userId, row)) throw new Refused('forbidden');
  const edits = unknownEdits(work, row, seen);
  const winners = edits.filter(({ wins }) => wins);
  if (winners.length > 0) {
    const { by } = winners.reduce((last, one) => (isLater(one, last) ? one : last));
    work.stands(row.accountId, row.version);
    work.supersede(id, { reason: 'newer', kept: {}, by: work.email(by) });
    return;
  }
  removeTransaction(work, row);
  tellOfDeletion(work, 'transactions', row, edits);
}

export function removeTransaction(work: Work, row: TransactionRow) {
  const what = { kind: 'transaction' as const, id: row.id, date: row.date };
  const views = [null, ...sharedViews(work.state, row)];
  const version = work.number(row.accountId);
  work.remove(row.accountId, version, what, views, row);
  const { id: rowId, accountId } = row;
  work.recordChange({ accountId, version, rowId, kind: 'removal', groups: [], before: row });
  touchReconciliations(work, [row.reconciliationId]);
  endKeys(work, rowId, accountId, 'deleted');
  work.erase('transactions', row.id);
}

function deleteBudget(work: Work, budget: BudgetRow) {
  const { id, accountId } = budget;
  for (const row of work.state.tables.memberships.values()) if (row.budgetId === id) deleteMembership(work, row);
  for (const row of work.state.invitations.values()) if (row.budgetId === id) work.eraseInvitation(row.id);
  work.remove(accountId, work.number(accountId), { kind: 'budget', id, date: null });
  work.recordWrite({ accountId, rowId: id, groups: [], removed: budget });
  work.erase('budgets', id);
}

/** Admins delete any import, others their own (S69d). Its rows went before it. */
function deleteImport(work: Work, row: ImportRow, seen: SeenBefore) {
  const { id, accountId, userId, version } = row;
  const role = roleInAccount(work.state, work.userId, accountId);
  const isOwn = userId === work.userId && atLeast(role, 'member');
  if (!isOwn && !atLeast(role, 'admin')) throw new Refused('forbidden');
  const back = unknownReturn(work, row, seen);
  if (back) {
    work.stands(accountId, version);
    return work.supersede(id, { reason: 'newer', kept: {}, by: work.email(back.by) });
  }
  work.remove(accountId, work.number(accountId), { kind: 'import', id, date: null });
  revertKeys(work, accountId, id);
  work.erase('imports', id);
}

/** Its transactions are cleared again (S68f). */
function deleteReconciliation(work: Work, accountId: string, id: string) {
  const rows = [...work.state.tables.transactions.values()].filter((row) => row.reconciliationId === id);
  for (const row of rows) putStatus(work, row, { status: 'cleared', reconciliationId: null });
  work.remove(accountId, work.number(accountId), { kind: 'reconciliation', id, date: null });
  work.erase('reconciliations', id);
}

export function deleteMembership(work: Work, { id, accountId, budgetId }: MembershipRow) {
  const views = budgetId ? [null, budgetId] : [null];
  work.remove(accountId, work.number(accountId), { kind: 'membership', id, date: null }, views);
  work.erase('memberships', id);
}

/** What goes with an account. */
const WITH_ACCOUNT = [
  'transactions',
  'categories',
  'budgets',
  'memberships',
  'reconciliations',
  'imports',
  'schedules',
] as const;

function deleteAccount(work: Work, id: string) {
  const { state, userId } = work;
  if (roleInAccount(state, userId, id) !== 'owner') throw new Refused('forbidden');
  const owned = ownedAccounts([...state.tables.accounts.values()], userId);
  const heir = owned.find((account) => account.id !== id);
  if (!heir) throw new Refused('last_account');
  if (owned[0]?.id === id) bequeathCategories(work, id, heir.id);
  const what = { kind: 'account' as const, id, date: null };
  work.remove(id, work.number(id), what, [null], { userId, userEmail: null });
  for (const table of WITH_ACCOUNT) {
    for (const row of state.tables[table].values()) if (row.accountId === id) work.erase(table, row.id);
  }
  for (const row of state.invitations.values()) if (row.accountId === id) work.eraseInvitation(row.id);
  for (const known of state.importKeys.values()) if (known.accountId === id) work.eraseKey(known);
  work.erase('accounts', id);
}

/** A default account's categories serve all accounts of its owner. They move to the next default account. */
function bequeathCategories(work: Work, accountId: string, heirId: string) {
  const { tables } = work.state;
  for (const budget of tables.budgets.values()) if (budget.accountId === accountId) deleteBudget(work, budget);
  for (const row of tables.categories.values()) {
    const moved = { ...row, accountId: heirId };
    if (row.accountId !== accountId || isNameTaken(work, moved)) continue;
    const version = work.number(heirId);
    work.write('categories', { ...moved, version });
    work.renumber(row.id, accountId, version);
    work.stamp(row.id, ['accountId'], version);
  }
}
