/** `insert` and `restore` of the in-memory server. */
import * as v from 'valibot';
import type { Insert, Restore } from '#domain/operations';
import { AccountRow, BudgetRow, CategoryRow, TransactionRow } from '#domain/rows';
import { atLeast, mayWrite, roleInAccount, roleInBudget } from './access.ts';
import { plain } from './merge.ts';
import { isNameTaken, requireCategory, withBudget } from './patch.ts';
import type { Rows, TableName } from './state.ts';
import { Refused, type Work } from './work.ts';

export function insert(work: Work, operation: Insert) {
  if (!isThereAlready(work, operation)) make(work, operation, null);
}

/** Brings a transaction back with the contributor that its removal remembers. */
export function restore(work: Work, { row }: Restore) {
  const operation = { kind: 'insert', table: 'transactions', row } as const;
  if (isThereAlready(work, operation)) return;
  const removals = work.state.logs.get(row.accountId)?.removals ?? [];
  const removal = removals.findLast((one) => one.id === row.id && one.kind === 'transaction' && one.view === null);
  const mine = { userId: work.userId, userEmail: work.email(work.userId) };
  make(work, operation, removal ? { userId: removal.createdBy, userEmail: removal.createdByEmail } : mine);
}

/** A row that the user may see under this id stands; another content does not. */
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

/** Whoever has something of the account may ask; what they may do in it is asked later. */
function requireAccount({ state, userId }: Work, accountId: string) {
  const budgets = [...state.tables.budgets.values()].filter((budget) => budget.accountId === accountId);
  const hasBudget = budgets.some((budget) => roleInBudget(state, userId, budget.id));
  if (!roleInAccount(state, userId, accountId) && !hasBudget) throw new Refused('gone');
}

/** The id may be that of a row which the user may not see. */
function requireFree({ state }: Work, table: TableName, id: string) {
  if (state.tables[table].has(id)) throw new Refused('duplicate');
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
    requireFree(work, table, operation.row.id);
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
    requireFree(work, table, row.id);
    work.write(table, made);
    return;
  }
  if (!atLeast(roleInAccount(state, userId, accountId), 'admin')) throw new Refused('forbidden');
  requireFree(work, table, operation.row.id);
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
