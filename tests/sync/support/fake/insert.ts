/** `insert` and `restore` of the in-memory server. */
import * as v from 'valibot';
import { shiftDays } from '#domain/dates/dates';
import { FIELD_GROUPS, type Insert, type Restore } from '#domain/mutations/operations';
import { AccountRow, BudgetRow, CategoryRow, ImportRow, ReconciliationRow, TransactionRow } from '#domain/rows';
import { atLeast, mayWrite, roleInAccount, roleInBudget } from './access.ts';
import { lastRemoval, sinceRemoval, tellOfRestore } from './changes.ts';
import { takenAlong } from './clocks.ts';
import { requireOwnId } from './import-keys.ts';
import { endKeys } from './key-fates.ts';
import { changedGroups, differences } from './merge.ts';
import { noteCarried } from './merges.ts';
import { checkNature } from './natures.ts';
import { mayNameImport, noteReturn, withOwnImport } from './own-imports.ts';
import { isNameTaken, requireFittingLines, requireRefund, withBudget, withStandingCategory } from './patch.ts';
import { touchReconciliations } from './reconciliations.ts';
import { Refused } from './refused.ts';
import { carriedRow } from './renames.ts';
import { makeSchedule } from './schedules.ts';
import { isSpent } from './spent-ids.ts';
import type { Change } from './state.ts';
import { originOfInsert, readableRow, statusOfInsert } from './status.ts';
import type { Work } from './work.ts';

/** The clocks of a transaction. */
const CLOCKS = [...FIELD_GROUPS.transactions.map(([first]) => first), 'type', 'row'];

export function insert(work: Work, entered: Insert) {
  if (entered.table === 'transactions' || entered.table === 'schedules') noteCarried(work, entered.row);
  const operation = entered.table === 'transactions' ? { ...entered, row: carriedRow(work, entered.row) } : entered;
  if (isThereAlready(work, operation)) return;
  make(work, operation, null);
  if (operation.table !== 'transactions') return;
  // A file may bring a line again whose row was deleted.
  const removal = lastRemoval(work.state.changes.values(), operation.row.id);
  const made = work.state.tables.transactions.get(operation.row.id);
  if (made && removal) tellOfRestore(work, removal, made);
}

/** Restores a transaction with the contributor in its tombstone, and with the clocks of its removal (S39f, S43e). */
export function restore(work: Work, { row: named }: Restore) {
  noteCarried(work, named);
  const row = withOwnImport(work, carriedRow(work, named));
  const operation = { kind: 'insert', table: 'transactions', row } as const;
  const standing = work.state.tables.transactions.get(row.id);
  if (standing && work.readable('transactions', row.id) && !mayWrite(work.state, work.userId, standing)) {
    throw new Refused('forbidden');
  }
  // Nobody has deleted it yet. That it shall be there counts against deletions, too (S39j).
  if (isThereAlready(work, operation)) return work.raise(row.id, ['row']);
  const removals = work.state.logs.get(row.accountId)?.removals ?? [];
  const removal = removals.findLast((one) => one.id === row.id && one.kind === 'transaction' && one.view === null);
  const mine = { userId: work.userId, userEmail: work.email(work.userId) };
  const creator = removal ? { userId: removal.createdBy, userEmail: removal.createdByEmail } : mine;
  const change = lastRemoval(work.state.changes.values(), row.id, row.accountId);
  make(work, operation, { creator, removal: change });
  const restored = work.state.tables.transactions.get(row.id);
  if (!restored) return;
  endKeys(work, row.id, row.accountId, 'here');
  const last = lastRemoval(work.state.changes.values(), row.id);
  if (last) tellOfRestore(work, last, restored);
  // A copy of what a restored server lost, or a row that was deleted elsewhere: nobody has seen it under its number.
  if (!change) return work.stamp(row.id, CLOCKS, restored.version);
  work.keepClocks(row.id, change.clocks);
  // What the removal did not hold is an edit. That the row is back counts against deletions (S39j).
  const removed = sinceRemoval(work, change);
  const differing = changedGroups('transactions', removed, restored);
  work.stamp(row.id, [...differing, 'row'], restored.version, takenAlong(removed, restored));
}

/** Whether the row exists already. Other content does not replace it. */
function isThereAlready(work: Work, { table, row }: Insert): boolean {
  if (table !== 'accounts') requireAccount(work, row.accountId);
  const found = work.readable(table, row.id);
  if (!found) return false;
  const standing =
    table === 'transactions' ? readableRow(work.state, work.userId, v.parse(TransactionRow, found)) : found;
  const kept = differences(row, standing);
  // Two people may make one category, and its undo takes it from neither of them (S67n).
  const isAdmin = table === 'categories' && atLeast(roleInAccount(work.state, work.userId, row.accountId), 'admin');
  if (isAdmin) work.askFor(row.id);
  work.stands('accountId' in standing ? String(standing.accountId) : standing.id, standing.version);
  if (Object.keys(kept).length === 0) return true;
  if (table === 'transactions' || table === 'budgets' || table === 'schedules') throw new Refused('duplicate');
  work.supersede(row.id, { reason: 'newer', kept, by: null });
  return true;
}

/** Everybody with access to some part of the account passes. Other checks decide what they may do in it. */
function requireAccount({ state, userId }: Work, accountId: string) {
  const budgets = [...state.tables.budgets.values()].filter((budget) => budget.accountId === accountId);
  const hasBudget = budgets.some((budget) => roleInBudget(state, userId, budget.id));
  if (!roleInAccount(state, userId, accountId) && !hasBudget) throw new Refused('gone');
}

const KINDS = {
  transactions: 'transaction',
  categories: 'category',
  budgets: 'budget',
  reconciliations: 'reconciliation',
  imports: 'import',
  schedules: 'schedule',
} as const;

/** The id may belong to a row that the user may not see, or to one that was deleted in another account. */
function requireFree(work: Work, { table, row }: Insert) {
  const { state, userId } = work;
  if (state.tables[table].has(row.id)) throw new Refused('duplicate');
  const spent =
    table === 'accounts'
      ? state.logs.get(row.id)?.removals.some(({ kind, createdBy }) => kind === 'account' && createdBy !== userId)
      : isSpent(work, KINDS[table], row.id, row.accountId);
  if (spent) throw new Refused('duplicate');
}

/** `removal`: the change that removed the row, where one is known. */
interface Restored {
  creator: Pick<TransactionRow, 'userId' | 'userEmail'>;
  removal?: Change | undefined;
}

/** Such a row comes back as this side: the other side still has the amount and the type that this one had (S65c). */
function wasSide(work: Work, row: TransactionRow, restored: Restored | null): boolean {
  const before = lastRemoval(work.state.changes.values(), row.id, row.accountId)?.before;
  const isSame = before?.amount === row.amount && before.type === row.type;
  return restored !== null && isSame && before.transferId === row.transferId;
}

/** `restored`: null for a row that is new. */
function make(work: Work, operation: Insert, restored: Restored | null) {
  const { state, userId } = work;
  const { table } = operation;
  const createdAt = work.past(operation.row.createdAt);
  if (table === 'accounts') {
    requireFree(work, operation);
    work.openLog(operation.row.id);
    const version = work.number(operation.row.id);
    work.write(table, v.parse(AccountRow, { ...operation.row, ownerId: userId, createdAt, version }));
    return;
  }
  const { accountId } = operation.row;
  const version = work.number(accountId);
  if (table === 'transactions') {
    const author = restored?.creator ?? { userId, userEmail: work.email(userId) };
    const row = v.parse(TransactionRow, { ...operation.row, ...author, createdAt, version });
    if (!mayNameImport(work, row, row.importId)) throw new Refused('forbidden');
    const made = row.budgetId === null ? row : withBudget(work, row, restored !== null);
    checkNature(work, null, made, { wasSide: wasSide(work, made, restored) });
    requireOwnId(work, made);
    if (!mayWrite(state, userId, made)) throw new Refused('forbidden');
    requireFittingLines(made);
    requireRefund(made);
    requireFree(work, operation);
    const status = statusOfInsert(work, made, restored);
    work.write(table, { ...made, ...status, ...originOfInsert(work, made, restored) });
    touchReconciliations(work, [status.reconciliationId]);
    if (restored) work.say({ rowId: made.id, groups: [], kind: 'addition' });
    return;
  }
  const needed = table === 'imports' || table === 'schedules' ? 'member' : 'admin';
  if (!atLeast(roleInAccount(state, userId, accountId), needed)) throw new Refused('forbidden');
  requireFree(work, operation);
  work.say({ rowId: operation.row.id, groups: [], kind: 'addition' });
  makeSmall(work, operation, { createdAt, version });
}

function makeSmall(
  work: Work,
  { table, row: named }: Exclude<Insert, { table: 'accounts' | 'transactions' }>,
  made: { createdAt: string; version: number },
) {
  const author = { userId: work.userId, userEmail: work.email(work.userId) };
  if (table === 'categories') {
    const row = v.parse(CategoryRow, { ...named, ...made });
    if (isNameTaken(work, row)) throw new Refused('duplicate');
    work.write(table, row);
  } else if (table === 'schedules') makeSchedule(work, named, made);
  else if (table === 'imports') {
    const row = v.parse(ImportRow, { ...named, ...author, ...made });
    work.write(table, row);
    noteReturn(work, row);
  } else if (table === 'reconciliations') {
    const row = v.parse(ReconciliationRow, { ...named, ...author, changes: [], ...made });
    // Somewhere on earth it is tomorrow already.
    if (row.date > shiftDays(work.now.slice(0, 10), 1)) throw new Refused('invalid');
    work.write(table, { ...row, madeAt: work.state.order });
  } else {
    const row = v.parse(BudgetRow, { ...named, ...made });
    work.write(table, withStandingCategory(work, row));
  }
}
