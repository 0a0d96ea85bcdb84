/** The operations that take a mutation back. */
import * as v from 'valibot';
import { plainFields } from '#domain/mutations/changed-fields';
import type { OccurrenceCall } from '#domain/mutations/occurrence-calls';
import { type Call, type Delete, type Insert, Operation, type Patch, type Taken } from '#domain/mutations/operations';
import { type Fields, PLAIN } from '#domain/rows';
import type { ActionPart } from '../actions/actions.ts';
import { isPlace, unlinkedIn } from '../actions/can-be-undone.ts';
import { newId } from '../database/new-id.ts';
import type { KeptRow } from '../database/records.ts';

/**
 * The operations that take these back, the last one first; null when one of them cannot be taken back: a mail, an
 * answer to an invitation, an end of somebody's access, a new account, and a deleted account or budget. A transfer that
 * was unlinked is linked anew, because an id of a transfer is used once (S65a).
 */
export function inverseOf({ operations, before, taken: byMerge }: Omit<ActionPart, 'mutationId'>): Operation[] | null {
  const rows = new Map(before.map((kept) => [`${kept.table} ${kept.row.id}`, kept]));
  const links = new Map(operations.flatMap((one) => unlinkedIn(one) ?? []).map((id) => [id, newId()]));
  const taken: Operation[] = [];
  for (const operation of operations.toReversed()) {
    // The row loses nothing by its place.
    if (isPlace(operation)) continue;
    const inverse =
      operation.kind === 'call' ? inverseOfCall(operation, byMerge) : inverseOfOne(operation, rows, links);
    if (!inverse) return null;
    taken.push(inverse);
  }
  if (taken.length === 0) return null;
  return [...taken, ...opensAgain(operations)];
}

/** `links`: the new id of each transfer that was unlinked. */
function inverseOfOne(
  operation: Exclude<Operation, Call>,
  before: ReadonlyMap<string, KeptRow>,
  links: ReadonlyMap<string, string>,
): Operation | null {
  switch (operation.kind) {
    case 'patch': {
      const { key, ...patch } = operation;
      const link = links.get(unlinkedIn(operation) ?? '');
      const taken = takenByMove(operation, before.get(`${operation.table} ${operation.id}`));
      const after = { ...operation.before, ...(link && { transferId: link }), ...taken };
      return { ...patch, before: { ...operation.after, ...(taken && PLAIN) }, after, undo: true };
    }
    case 'insert':
      if (operation.table === 'accounts') return null;
      return { ...deletionOf(operation), undo: true };
    case 'restore':
      return { kind: 'delete', table: 'transactions', id: operation.row.id, undo: true };
    case 'delete':
      return again(before.get(`${operation.table} ${operation.id}`), operation.undo === true);
  }
}

/**
 * An occurrence that somebody added by hand, or whose place a new entry took, may come again when that is taken back.
 * The deletion of its row alone is a skip.
 */
function opensAgain(operations: readonly Operation[]): OccurrenceCall[] {
  const made = new Map(operations.flatMap((one) => ('row' in one ? [[one.row.id, one.row] as const] : [])));
  return operations.flatMap((one): OccurrenceCall[] => {
    if (!isPlace(one) && !(one.kind === 'insert' && one.table === 'transactions' && one.again)) return [];
    const { scheduleId, key } = one;
    const row = made.get(one.kind === 'insert' ? one.row.id : one.id);
    if (key === undefined || scheduleId === undefined || !row || !('accountId' in row)) return [];
    return [
      { kind: 'call', name: 'occurrence.unskip', arguments: { accountId: String(row.accountId), scheduleId, key } },
    ];
  });
}

/** A rename goes back the same way. After a merge no name tells the rows apart, so its undo names them. */
function inverseOfCall(call: Call, byMerge: Taken | undefined): Operation | null {
  switch (call.name) {
    case 'category.rename': {
      const { from, to } = call.arguments;
      return { ...call, arguments: { ...call.arguments, from: to, to: from } };
    }
    case 'category.merge': {
      const { seen, ...names } = call.arguments;
      return { ...call, name: 'category.unmerge', arguments: { ...names, ...(byMerge && { taken: byMerge }) } };
    }
    case 'occurrence.skip':
      return { ...call, name: 'occurrence.unskip' };
    case 'occurrence.unskip':
      return { ...call, name: 'occurrence.skip' };
    case 'category.unmerge': {
      const { taken, ...names } = call.arguments;
      return { ...call, name: 'category.merge', arguments: names };
    }
    default:
      return null;
  }
}

/** What a row loses when it goes to another account (S68d, S69c); null where it loses nothing. */
function takenByMove({ table, after }: Patch, kept: KeptRow | undefined): Fields | null {
  if (table !== 'transactions' || !('accountId' in after) || !kept) return null;
  const [was, plain] = [plainFields(kept.row), plainFields(PLAIN)];
  const taken = Object.fromEntries(Object.keys(plain).map((field) => [field, was[field] ?? plain[field] ?? null]));
  return Object.keys(plain).some((field) => taken[field] !== plain[field]) ? taken : null;
}

/** Another device may have imported the row before. Then it is not taken back with this import. */
function deletionOf(added: Insert): Delete {
  const { table, row } = added;
  const importId = added.table === 'transactions' ? added.row.importId : null;
  return { kind: 'delete', table, id: row.id, ...(importId !== null && { importId }) };
}

/**
 * A deleted budget stays deleted: who had been given it lost it, and would have to be invited again. A deleted
 * reconciliation stays so, too. `isUndo`: the deletion took back an addition, and a redo wants that again.
 */
function again(kept: KeptRow | undefined, isUndo: boolean): Operation | null {
  if (!kept) return null;
  const { table } = kept;
  // Fields that only the server writes are left out.
  const { version, userId, userEmail, ...row } = { userId: null, userEmail: null, ...kept.row };
  const isSmall = table === 'categories' || table === 'imports' || table === 'schedules';
  const isOfUndo = isUndo && (table === 'budgets' || table === 'reconciliations');
  if (isSmall || isOfUndo) return v.parse(Operation, { kind: 'insert', table, row });
  if (table === 'transactions') return v.parse(Operation, { kind: 'restore', table, row, undo: true });
  return null;
}
