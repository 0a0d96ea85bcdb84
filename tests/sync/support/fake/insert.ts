/** `insert` and `restore` of the in-memory server. */
import * as v from 'valibot';
import { FIELD_GROUPS, type Insert, type Restore } from '#domain/operations';
import { AccountRow, BudgetRow, CategoryRow, TransactionRow } from '#domain/rows';
import { atLeast, mayWrite, roleInAccount, roleInBudget } from './access.ts';
import { lastRemoval, sinceRemoval } from './changes.ts';
import { changedGroups, plain } from './merge.ts';
import { isNameTaken, requireCategory, withBudget } from './patch.ts';
import { carriedName } from './renames.ts';
import type { Rows, TableName } from './state.ts';
import { Refused, type Work } from './work.ts';

/** The clocks of a transaction. */
const CLOCKS = [...FIELD_GROUPS.transactions.map(([first]) => first), 'type'];

export function insert(work: Work, entered: Insert) {
  const operation = entered.table === 'transactions' ? { ...entered, row: carried(work, entered.row) } : entered;
  if (!isThereAlready(work, operation)) make(work, operation, null);
}

/** The row with its category's name as it is now. */
function carried<T extends Restore['row']>(work: Work, row: T): T {
  return { ...row, category: carriedName(work, row.accountId, row.type, row.category) };
}

/** Restores a transaction with the contributor in its tombstone, and with the clocks of its removal. */
export function restore(work: Work, entered: Restore) {
  const row = carried(work, entered.row);
  const operation = { kind: 'insert', table: 'transactions', row } as const;
  if (isThereAlready(work, operation)) return;
  const removals = work.state.logs.get(row.accountId)?.removals ?? [];
  const removal = removals.findLast((one) => one.id === row.id && one.kind === 'transaction' && one.view === null);
  const mine = { userId: work.userId, userEmail: work.email(work.userId) };
  make(work, operation, removal ? { userId: removal.createdBy, userEmail: removal.createdByEmail } : mine);
  const change = lastRemoval(work.state.changes.values(), row.id, row.accountId);
  const restored = work.state.tables.transactions.get(row.id);
  if (!restored) return;
  // A copy of what a restored server lost: nobody but its author knows it.
  if (!change) return work.stamp(row.id, CLOCKS, restored.version);
  work.keepClocks(row.id, change.clocks);
  // What the removal did not hold is an edit.
  const differing = changedGroups('transactions', sinceRemoval(work, change), restored);
  work.stamp(row.id, differing, restored.version);
}

/** Whether the row exists already. Other content does not replace it. */
function isThereAlready(work: Work, { table, row }: Insert): boolean {
  if (table !== 'accounts') requireAccount(work, row.accountId);
  const standing = work.readable(table, row.id);
  if (!standing) return false;
  const kept = differences(row, standing);
  work.stands('accountId' in standing ? String(standing.accountId) : standing.id, standing.version);
  if (Object.keys(kept).length === 0) return true;
  if (table === 'transactions' || table === 'budgets') throw new Refused('duplicate');
  work.superseded = { reason: 'newer', kept, by: null };
  return true;
}

/** Everybody with access to some part of the account passes. Other checks decide what they may do in it. */
function requireAccount({ state, userId }: Work, accountId: string) {
  const budgets = [...state.tables.budgets.values()].filter((budget) => budget.accountId === accountId);
  const hasBudget = budgets.some((budget) => roleInBudget(state, userId, budget.id));
  if (!roleInAccount(state, userId, accountId) && !hasBudget) throw new Refused('gone');
}

const KINDS = { transactions: 'transaction', categories: 'category', budgets: 'budget' } as const;

/** The id may belong to a row that the user may not see, or to one that was deleted in another account. */
function requireFree(work: Work, { table, row }: Insert) {
  const { state, userId } = work;
  if (state.tables[table].has(row.id)) throw new Refused('duplicate');
  const spent =
    table === 'accounts'
      ? state.logs.get(row.id)?.removals.some(({ kind, createdBy }) => kind === 'account' && createdBy !== userId)
      : work.isSpent(KINDS[table], row.id, row.accountId);
  if (spent) throw new Refused('duplicate');
}

function differences(row: object, standing: Rows[TableName]): Record<string, string | number | null> {
  const ignored = ['createdAt', 'ownerId'];
  const different = Object.entries(row).filter(([name, value]) => {
    return name in standing && !ignored.includes(name) && Reflect.get(standing, name) !== value;
  });
  return Object.fromEntries(different.map(([name]) => [name, plain(Reflect.get(standing, name))]));
}

function make(work: Work, operation: Insert, creator: Pick<TransactionRow, 'userId' | 'userEmail'> | null) {
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
    const author = creator ?? { userId, userEmail: work.email(userId) };
    const row = v.parse(TransactionRow, { ...operation.row, ...author, createdAt, version });
    const made = row.budgetId === null ? row : withBudget(work, row, creator !== null);
    if (!mayWrite(state, userId, made)) throw new Refused('forbidden');
    requireFree(work, operation);
    work.write(table, made);
    return;
  }
  if (!atLeast(roleInAccount(state, userId, accountId), 'admin')) throw new Refused('forbidden');
  requireFree(work, operation);
  if (table === 'categories') {
    const row = v.parse(CategoryRow, { ...operation.row, createdAt, version });
    if (isNameTaken(work, row)) throw new Refused('duplicate');
    work.write(table, row);
  } else {
    const row = v.parse(BudgetRow, { ...operation.row, createdAt, version });
    requireCategory(work, row);
    work.write(table, row);
  }
}
