/** What an undo may still take back (S67a–d), in memory: the operations that are left, and what stays instead. */

import * as v from 'valibot';
import { SPLIT_FIELDS } from '#domain/mutations/changed-fields';
import type { Delete, Operation, Patch, Restore } from '#domain/mutations/operations';
import { sameValue } from '#domain/mutations/same-value';
import { PLAIN, TransactionRow } from '#domain/rows';
import { atLeast, mayWrite, roleInAccount } from './access.ts';
import { lastRemoval, removedTransaction, sinceRemoval } from './changes.ts';
import { turnsType } from './clocks.ts';
import { hasLastWord } from './last-word.ts';
import { differences, groupOf, type Values, valuesOf } from './merge.ts';
import { raiseKnown } from './patch.ts';
import { carriedRow, carryPatch } from './renames.ts';
import type { Change } from './state.ts';
import {
  isReconciledHere,
  isSame,
  isSameOrigin,
  lastWriter,
  mayWriteStatus,
  writeOrigin,
  writeStatus,
} from './status.ts';
import type { Work } from './work.ts';

export type Stays = NonNullable<Work['superseded']>;

interface Resolved {
  operation: Operation | null;
  stays?: Stays;
}

interface Undone {
  operations: Operation[];
  stays: Stays | null;
  /** Rows that go back to the account from which they came. */
  moved: string[];
}

export function resolveUndo(work: Work, all: readonly Operation[]): Undone {
  const resolved = all.map((one): Resolved => {
    if (one.kind === 'insert' || one.kind === 'call' || !one.undo) return { operation: one };
    const resolved = resolve(work, one);
    if (resolved.stays) work.note(one.kind === 'restore' ? one.row.id : one.id, resolved.stays);
    return resolved;
  });
  const moved = resolved.flatMap(({ operation }, at) => {
    const isUndo = all[at] !== operation;
    return isUndo && operation?.kind === 'patch' && 'accountId' in operation.after ? [operation.id] : [];
  });
  return {
    moved,
    operations: resolved.flatMap(({ operation }) => operation ?? []),
    stays: resolved.reduce<Stays | null>((sum, { stays }) => (stays ? together(sum, stays) : sum), null),
  };
}

/** Whether the undo may give back what this change took: a move by the same user, or device (S67m). */
function isOwn({ undoes, userId, device }: Work, change: Change): boolean {
  if (undoes !== null) return change.author === userId;
  return device !== null && change.device === device;
}

/** Gives rows that are back in an account what the move took from them there (S67j). */
export function giveDetailsBack(work: Work, moved: readonly string[]): void {
  const { state } = work;
  for (const id of moved) {
    const row = state.tables.transactions.get(id);
    const leaving = [...state.changes.values()].findLast((one) => {
      return one.rowId === id && one.accountId === row?.accountId && one.groups.includes('accountId');
    });
    if (!row || !leaving || !isOwn(work, leaving)) continue;
    const was = leaving.before;
    const isAllowed =
      was.status !== 'reconciled' || (mayWriteStatus(work, row, was) && isReconciledHere(work, row, was));
    const status = isAllowed ? was : { status: 'cleared' as const, reconciliationId: null };
    if (!isSame(status, row)) writeStatus(work, row, status);
    const now = state.tables.transactions.get(id) ?? row;
    if (!isSameOrigin(was, PLAIN)) writeOrigin(work, now, was);
  }
}

export function together(sum: Stays | null, { reason, kept, by }: Stays): Stays {
  return { reason, kept: { ...sum?.kept, ...kept }, by: by ?? sum?.by ?? null };
}

/** What of one operation is left, and what stays instead. */
export function resolve(work: Work, { undo, ...operation }: Patch | Delete | Restore): Resolved {
  const { table } = operation;
  const id = operation.kind === 'restore' ? operation.row.id : operation.id;
  const row = work.readable(table, id);
  const stand = () => row && work.stands('accountId' in row ? String(row.accountId) : row.id, row.version);
  if (operation.kind === 'restore') return resolveRestore(work, operation, row, stand);
  if (!row) {
    if (operation.kind === 'delete') return { operation };
    const { by } = work.untouched(id, false);
    return { operation: null, stays: { reason: 'deleted', kept: {}, by: work.email(by) } };
  }
  if (operation.kind === 'patch') {
    stand();
    return resolvePatch(work, withoutDetails(operation), row);
  }
  const other = addedByAnother(work, operation);
  const isUsed = table === 'budgets' && isBudgetUsed(work, id);
  if (mayBeUndone(work, id) && !isUsed && other === null) return { operation };
  stand();
  return { operation: null, stays: { reason: 'newer', kept: {}, by: work.email(keeperOf(work, id) ?? other) } };
}

/**
 * Who else has added the row; a row of a file says of which import it is (S69j). What a change tells of needs no
 * author: a deletion that is done again takes the rows of others, too.
 */
function addedByAnother(work: Work, { table, id, importId }: Delete): string | null {
  const { state, userId, undoes } = work;
  if (table !== 'transactions' || importId !== undefined) return null;
  if (undoes !== null && hasLastWord(work, id)) return null;
  const author = state.tables.transactions.get(id)?.userId ?? null;
  return author === userId ? null : author;
}

/** By whose deed the row stays: another device's, else that of who asks for it, too. */
function keeperOf(work: Work, id: string): string | null {
  const clocks = Object.entries(work.state.clocks.get(id) ?? {});
  const last = (people: (string | undefined)[]) =>
    people
      .filter((one) => one !== undefined)
      .sort()
      .at(-1) ?? null;
  const writers = (groups: typeof clocks) => last(groups.map(([, { written }]) => written?.by));
  return (
    writers(clocks.filter(([group]) => isOfAnother(work, id, group))) ??
    last(clocks.map(([, { raised }]) => raised?.by).filter((by) => by !== work.userId)) ??
    writers(clocks)
  );
}

/** A removed row comes back as it was deleted, unless another device has deleted it since (S67c). */
function resolveRestore(work: Work, operation: Restore, row: object | undefined, stand: () => void): Resolved {
  if (row) {
    stand();
    const standing = v.parse(TransactionRow, row);
    // That it shall be there counts against deletions (S39j).
    if (mayWrite(work.state, work.userId, standing)) work.raise(standing.id, ['row']);
    return { operation: null, ...otherThan(work, operation, standing) };
  }
  const removal = removedTransaction(work, operation.row.id);
  if (!removal) return { operation };
  if (mayComeBack(work, removal)) {
    const { version, userId, userEmail, ...row } = sinceRemoval(work, removal);
    return { operation: { ...operation, row } };
  }
  work.stands(removal.accountId, removal.version);
  return { operation: null, stays: { reason: 'deleted', kept: {}, by: work.email(removal.author) } };
}

/** What of a row that is there is otherwise than the undo of a deletion, which the server forgot, brings it back. */
function otherThan(work: Work, operation: Restore, row: TransactionRow): Pick<Resolved, 'stays'> {
  if (lastRemoval(work.state.changes.values(), row.id)) return {};
  const kept = differences(carriedRow(work, operation.row), row);
  const groups = Object.keys(kept).map((field) => groupOf('transactions', field) ?? '');
  return groups.length === 0 ? {} : { stays: { reason: 'newer', kept, by: lastWriter(work, row, groups) } };
}

/** Only groups that hold what this device wrote are written (S67a). A change of the type or of lines binds four. */
function resolvePatch(work: Work, operation: Patch, row: object & { id: string }): Resolved {
  const { table } = operation;
  const meant = table === 'transactions' ? carryPatch(work, v.parse(TransactionRow, row), operation) : operation;
  const byGroup = groupsOf(meant);
  const left = { before: { ...operation.before }, after: { ...operation.after } };
  const kept: Values = {};
  const stand: string[] = [];
  let by: string | null = null;
  for (const [group, fields] of byGroup) {
    const current = valuesOf(row, fields);
    const isMine = mayBeUndone(work, row.id, group === 'type' ? SPLIT_FIELDS : [group]);
    if (isMine && same(current, meant.before, fields)) continue;
    for (const field of fields) {
      delete left.before[field];
      delete left.after[field];
    }
    if (same(current, meant.after, fields)) {
      stand.push(...fields);
      continue;
    }
    Object.assign(kept, current);
    by = writerOf(work, row.id, group) ?? by;
  }
  raiseOwn(work, operation, row, new Set(stand.map((field) => groupOf(table, field) ?? '')));
  const remains = Object.keys(left.after).length > 0;
  const stays = Object.keys(kept).length > 0 && { reason: 'newer' as const, kept, by: work.email(by) };
  return { operation: remains ? { ...operation, ...left } : null, ...(stays && { stays }) };
}

/** A restored server may have forgotten what is taken back. Its author wants what stands (S36g). */
function raiseOwn(work: Work, { id, table }: Patch, row: object & { id: string }, groups: ReadonlySet<string>): void {
  const { state, userId } = work;
  const accountId = 'accountId' in row ? String(row.accountId) : row.id;
  const mayChange =
    table === 'transactions'
      ? mayWrite(state, userId, v.parse(TransactionRow, row))
      : atLeast(roleInAccount(state, userId, accountId), 'admin');
  if (mayChange) raiseKnown(work, { id, table }, accountId, [...groups]);
}

/** What a move takes from a row is given back after it. */
function withoutDetails({ before, after, ...patch }: Patch): Patch {
  if (patch.table !== 'transactions' || !('accountId' in after)) return { ...patch, before, after };
  const others = (values: Values) => Object.fromEntries(Object.entries(values).filter(([field]) => !(field in PLAIN)));
  return { ...patch, before: others(before), after: others(after) };
}

function groupsOf(meant: Patch): Map<string, string[]> {
  const binds = turnsType(meant) || 'lines' in meant.after;
  return Map.groupBy(Object.keys(meant.after), (field) =>
    binds && SPLIT_FIELDS.includes(field) ? 'type' : (groupOf(meant.table, field) ?? ''),
  );
}

function same(one: Values, other: Values, fields: string[]): boolean {
  return fields.every((field) => sameValue(one[field], other[field]));
}

/**
 * Whether nobody but the named action wrote these groups last, or the whole row, and nobody else the same values again.
 * Where an undo names no action (v0.2.0), or no word is known, this very device has to be the writer.
 */
function mayBeUndone(work: Work, id: string, named?: readonly string[]): boolean {
  const clocks = work.state.clocks.get(id) ?? {};
  const groups = named ?? Object.keys(clocks);
  const isRaised = ({ raised }: (typeof clocks)[string] = {}) => raised !== undefined && raised.by !== work.userId;
  if (groups.some((group) => isRaised(clocks[group]))) return false;
  const isLast = work.undoes === null ? null : hasLastWord(work, id, named);
  return isLast ?? !groups.some((group) => isOfAnother(work, id, group));
}

/** Whether the named action, or this very device where none is named, was the last to delete the row (S67c). */
function mayComeBack(work: Work, { rowId, device }: Change): boolean {
  if (work.undoes !== null) return hasLastWord(work, rowId) ?? false;
  return work.device !== null && device === work.device;
}

function isOfAnother({ state, device }: Work, id: string, group: string): boolean {
  const { written } = state.clocks.get(id)?.[group] ?? {};
  return written !== undefined && (device === null || written.device !== device);
}

function writerOf({ state }: Work, id: string, group: string): string | null {
  return state.clocks.get(id)?.[group]?.written?.by ?? null;
}

/** Then its addition is not undone (S67b). */
function isBudgetUsed({ state }: Work, id: string): boolean {
  const uses = (row: { budgetId: string | null }) => row.budgetId === id;
  return [...state.tables.transactions.values()].some(uses) || [...state.tables.memberships.values()].some(uses);
}
