/** `sync_push` in memory: ledger, access, merge, numbers. Each mutation holds or fails as a whole. */

import * as v from 'valibot';
import type { Insert, Mutation, Operation, Restore } from '#domain/operations';
import { AccountRow, BudgetRow, CategoryRow, type Role, TransactionRow } from '#domain/rows';
import type { Refusal, Verdict } from '#domain/verdicts';
import { findRemoval } from './access.ts';
import { callOperation } from './calls.ts';
import { deleteSmall, deleteTransaction } from './delete.ts';
import { patch } from './patch.ts';
import { atLeast, type Rows, roleInAccount, roleInBudget, type State, type TableName } from './state.ts';
import { type Guards, Refused, Work } from './work.ts';

export function push(state: State, userId: string, mutations: Mutation[], now: string, guards: Guards): Verdict[] {
  return mutations.map((mutation) => {
    const key = `${userId} ${mutation.id}`;
    const payload = JSON.stringify(mutation);
    const known = guards.ledger ? state.ledger.get(key) : undefined;
    if (known && known.payload !== payload) return rejected(mutation.id, 'payload_mismatch');
    if (known) return known.verdict;
    const verdict = decide(state, userId, mutation, now, guards);
    state.ledger.set(key, { payload, verdict });
    return verdict;
  });
}

function rejected(id: string, reason: Refusal): Verdict {
  return { id, status: 'rejected', reason, code: null, message: reason };
}

function decide(state: State, userId: string, mutation: Mutation, now: string, guards: Guards): Verdict {
  // Whoever's clock is ahead does not win against the future.
  const work = new Work(state, userId, mutation.editedAt < now ? mutation.editedAt : now, guards);
  try {
    for (const operation of mutation.operations) run(work, operation);
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
    work.takeBack();
    return rejected(mutation.id, failure.reason);
  }
  const { versions, superseded } = work;
  if (superseded) return { id: mutation.id, status: 'superseded', ...superseded, versions };
  return { id: mutation.id, status: 'applied', versions };
}

function run(work: Work, operation: Operation) {
  switch (operation.kind) {
    case 'insert':
      return insert(work, operation);
    case 'restore':
      return restore(work, operation);
    case 'patch':
      return patch(work, operation);
    case 'delete':
      return operation.table === 'transactions' ? deleteTransaction(work, operation.id) : deleteSmall(work, operation);
    case 'call':
      return callOperation(work, operation);
  }
}

function insert(work: Work, operation: Insert) {
  const { state, userId } = work;
  const { table, row } = operation;
  const standing = state.tables[table].get(row.id);
  if (standing) return insertAgain(work, operation, standing);
  if (table === 'accounts') {
    if (row.ownerId !== userId) throw new Refused('forbidden');
    work.write(table, v.parse(AccountRow, { ...row, version: work.number(row.id) }));
    return;
  }
  if (!state.tables.accounts.has(row.accountId)) throw new Refused('reference');
  if (table === 'transactions') return insertTransaction(work, row, { userId, userEmail: work.email });
  if (!atLeast(roleInAccount(state, userId, row.accountId), 'admin')) throw new Refused('forbidden');
  if (table === 'categories') {
    for (const other of state.tables.categories.values()) {
      const same = other.accountId === row.accountId && other.type === row.type && other.name === row.name;
      if (same) throw new Refused('duplicate');
    }
    work.write(table, v.parse(CategoryRow, { ...row, version: work.number(row.accountId) }));
  } else work.write(table, v.parse(BudgetRow, { ...row, version: work.number(row.accountId) }));
}

function insertAgain(work: Work, { table, row }: Insert, standing: Rows[TableName]) {
  const kept = Object.entries(row).flatMap(([name, value]) => {
    const stands: unknown = Reflect.get(standing, name);
    const isPlain = typeof stands === 'string' || typeof stands === 'number';
    return stands === value ? [] : [[name, isPlain ? stands : null] as const];
  });
  const accountId = 'accountId' in standing ? String(standing.accountId) : standing.id;
  if (!roleInAccount(work.state, work.userId, accountId)) throw new Refused('duplicate');
  work.versions[accountId] = standing.version;
  if (kept.length === 0) return;
  if (table === 'transactions' || table === 'budgets') throw new Refused('duplicate');
  work.superseded = { reason: 'newer', kept: Object.fromEntries(kept), by: null };
}

function insertTransaction(
  work: Work,
  row: Restore['row'],
  creator: { userId: string | null; userEmail: string | null },
): void {
  const { state, userId } = work;
  const role = roleInAccount(state, userId, row.accountId) ?? contributorRole(state, userId, row.budgetId, row.type);
  if (!atLeast(role, 'member')) throw new Refused('forbidden');
  const made = v.parse(TransactionRow, { ...row, ...creator, version: work.number(row.accountId) });
  work.write('transactions', made);
}

/** Who joined a budget may give income; only its managers may take out. */
function contributorRole(state: State, userId: string, budgetId: string | null, type: string): Role | null {
  const role = budgetId ? roleInBudget(state, userId, budgetId) : null;
  return role && (type === 'income' || role === 'admin') ? 'member' : null;
}

function restore(work: Work, operation: Restore) {
  const { row } = operation;
  const standing = work.state.tables.transactions.get(row.id);
  if (standing) return insertAgain(work, { kind: 'insert', table: 'transactions', row }, standing);
  const removal = findRemoval(work, row.id);
  if (!removal?.row) throw new Refused('gone');
  const { userId, userEmail } = removal.row;
  insertTransaction(work, row, { userId, userEmail });
}
