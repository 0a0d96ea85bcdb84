/**
 * What becomes of an entry whose transactions were decided apart when the server did not take some of them. These go to
 * an entry of their own, so an entry still has one verdict. SPEC.md S72. Nothing here reads the database.
 */

import { idIn, isOnTransaction } from '#domain/mutations/operation-groups';
import type { Operation } from '#domain/mutations/operations';
import type { Applied, NotTaken, Verdict } from '#domain/mutations/verdicts';
import { newId } from '../database/new-id.ts';
import type { KeptRow, OutboxEntry } from '../database/records.ts';
import { actionOf } from './action-of.ts';

interface Divided {
  /** What was applied. It overlays its rows until the cursors reach the verdict. Null when nothing was. */
  taken: OutboxEntry | null;
  /** What was not. The user decides about it. */
  rest: Omit<OutboxEntry, 'seq'>;
}

/** Divides the entry by its verdict (S72b). Null when the verdict names none of its transactions. */
export function divide(entry: OutboxEntry, verdict: Applied): Divided | null {
  const named = new Map((verdict.notTaken ?? []).map((one) => [one.id, one]));
  const isNamed = (one: Operation) => isOnTransaction(one) && named.has(idIn(one));
  const refused = entry.operations.filter(isNamed);
  if (refused.length === 0) return null;
  const { notTaken, ...applied } = verdict;
  const left = entry.operations.flatMap((one) => (isNamed(one) ? current(one, named) : one));
  const reach = new Set(left.filter(isOnTransaction).map(idIn));
  const isLeft = ([table, id]: OutboxEntry['rows'][number]) => table !== 'transactions' || reach.has(id);
  const taken: OutboxEntry = {
    ...entry,
    operations: left,
    rows: entry.rows.filter(isLeft),
    state: 'applied',
    verdict: applied,
    divided: applied,
  };
  return { taken: left.length > 0 ? taken : null, rest: restOf(entry, refused, named, verdict) };
}

/** What the entry goes on showing of an operation that was not wholly taken: what stands instead, as after S4c. */
function current(operation: Operation, named: ReadonlyMap<string, NotTaken>): Operation[] {
  const reported = isOnTransaction(operation) ? named.get(idIn(operation)) : undefined;
  if (reported?.status !== 'superseded' || reported.reason === 'deleted') return [];
  if (operation.kind === 'delete') return [];
  if (operation.kind !== 'patch') return [operation];
  const kept = Object.entries(reported.kept).filter(([field]) => field in operation.after);
  return [{ ...operation, after: { ...operation.after, ...Object.fromEntries(kept) } }];
}

function restOf(
  entry: OutboxEntry,
  operations: Operation[],
  named: ReadonlyMap<string, NotTaken>,
  { versions }: Applied,
): Divided['rest'] {
  const { seq, verdict, divided, holdUntil, failedAt, heldMs, ...common } = entry;
  const ids = new Set(operations.filter(isOnTransaction).map(idIn));
  const notTaken = [...ids].flatMap((id) => named.get(id) ?? []);
  const amongAll = new Set(entry.operations.filter(isOnTransaction).map(idIn)).size;
  return onlyOf({ ...common, action: actionOf(entry), id: newId(), notTaken, amongAll }, ids, versions);
}

/**
 * An entry of what was not taken, as far as it is about these transactions. Its verdict is that on the first of them; a
 * superseding one goes first, because the user may have their way.
 */
export function onlyOf<Entry extends Omit<OutboxEntry, 'seq'>>(
  entry: Entry,
  ids: ReadonlySet<string>,
  versions: Applied['versions'] = versionsIn(entry),
): Entry {
  const { id, operations, rows, seen, content, notTaken = [] } = entry;
  const left = notTaken.filter((reported) => ids.has(reported.id));
  const isOf = ({ row }: KeptRow) => ids.has(row.id);
  const [first] = left.filter(({ status }) => status === 'superseded').concat(left);
  const verdict = first && { ...verdictOn(first, versions), id };
  return {
    ...entry,
    operations: operations.filter((one) => isOnTransaction(one) && ids.has(idIn(one))),
    rows: rows.filter(([table, row]) => table === 'transactions' && ids.has(row)),
    ...(seen && { seen: seen.filter(isOf) }),
    ...(content && { content: content.filter(isOf) }),
    ...(verdict && { state: verdict.status, verdict }),
    notTaken: left,
  };
}

function versionsIn({ verdict }: Pick<OutboxEntry, 'verdict'>): Applied['versions'] {
  return verdict?.status === 'superseded' ? verdict.versions : {};
}

/** The same as a verdict on a mutation of this transaction alone. `versions`: those of the whole mutation. */
function verdictOn(reported: NotTaken, versions: Applied['versions']): Exclude<Verdict, Applied> {
  const { id } = reported;
  if (reported.status === 'rejected')
    return { id, status: reported.status, reason: reported.reason, code: null, message: '' };
  const { reason, kept, by } = reported;
  return { id, status: reported.status, reason, kept, by, versions };
}

/** The entry as one entry for each of its transactions, each with its own verdict. */
export function eachNotTaken(entry: OutboxEntry): OutboxEntry[] {
  const { notTaken = [], operations } = entry;
  const versions = versionsIn(entry);
  return notTaken.map((reported) => ({
    ...entry,
    state: reported.status,
    operations: operations.filter((one) => isOnTransaction(one) && idIn(one) === reported.id),
    verdict: { ...verdictOn(reported, versions), id: entry.id },
  }));
}
