/** What of a mutation this device can still take back, or do again, by the rows as the user sees them now. */
import * as v from 'valibot';
import { plainFields } from '#domain/mutations/changed-fields';
import { changesOccurrence } from '#domain/mutations/occurrence-calls';
import { idIn, isOnTransaction } from '#domain/mutations/operation-groups';
import type { Placed } from '#domain/mutations/operation-places';
import type { Call, Operation, Patch } from '#domain/mutations/operations';
import { renamesRows } from '#domain/mutations/renames';
import { seenOf } from '#domain/mutations/seen';
import { applicablePart } from '#domain/mutations/still-applicable';
import { type CategoryRow, TransactionRow } from '#domain/rows';
import type { ActionPart } from '../actions/actions.ts';
import { type Later, withoutLater } from '../actions/later.ts';
import type { Database } from '../database/database.ts';
import { isTransaction, type KeptRow } from '../database/records.ts';
import { shownRow } from '../ledger/ledger.ts';
import type { Changeset } from '../optimistic/changeset.ts';
import { rightsOver } from '../resolve/may-change.ts';
import { inverseOf } from './inverse.ts';
import { type Taken, takenTogether } from './sides.ts';

interface Undoable {
  operations: Operation[];
  /** Transactions that the operations change or delete, as the user sees them. */
  seen: TransactionRow[];
  /** Number of operations that are left out, at least in part: the row has changed since, or the role forbids it. */
  left: number;
}

/** A part of an action that is to be taken back; or that is to be done again, because it had left the outbox. */
export interface Step {
  part: ActionPart;
  isAgain?: boolean;
}

/**
 * For each step. `changes` reads the rows; nothing is written. Runs inside a transaction over every table. `later`:
 * what stands against it.
 */
export async function undoableOf(
  db: Database,
  changes: Changeset,
  steps: readonly Step[],
  later: Later,
): Promise<Undoable[]> {
  const wanted = steps.map(wantedOf);
  // Each search reads the whole ledger, so there is one for all.
  const all = wanted.flatMap(({ operations }) => operations);
  await changes.seek(all.flatMap((one) => (one.kind === 'restore' ? [one.row.id] : [])));
  const undoable: Undoable[] = [];
  for (const one of wanted) undoable.push(await ofStep(db, changes, one, { before: undoable, later }));
  return undoable;
}

interface Wanted {
  operations: readonly Operation[];
  /** Where the transactions are before it. */
  places: ReadonlyMap<string, Placed>;
  /** The rows as they have to be, where they are to be deleted. */
  added: ReadonlyMap<string, object>;
  /** The rows as they were, where they are to be there again. */
  deleted: ReadonlyMap<string, object>;
}

function wantedOf({ part, isAgain }: Step): Wanted {
  const before = new Map(part.before.map(({ row }) => [row.id, row]));
  const made = new Map(part.operations.flatMap((one) => ('row' in one ? [[one.row.id, one.row] as const] : [])));
  const places = placesOf(part);
  if (isAgain) return { operations: part.operations, places, added: before, deleted: made };
  return { operations: inverseOf(part) ?? [], places, added: made, deleted: before };
}

/** `before`: what goes before this step, whose rows show it then. */
interface Around {
  before: readonly Undoable[];
  later: Later;
}

async function ofStep(db: Database, changes: Changeset, step: Wanted, { before, later }: Around): Promise<Undoable> {
  const { operations, places, added, deleted } = step;
  const rows = after(await rowsNow(changes, operations, places), before, db.userId);
  const mayChange = await rightsOver(db, [...rows.values(), ...deleted.values()]);
  const categories = await db.categories.toArray();
  const result: Undoable = { operations: [], seen: [], left: 0 };
  const wanted = operations.map((operation): Taken => {
    const row = rows.get(idOf(operation)) ?? null;
    return { operation, row, taken: takenBack(operation, row) };
  });
  for (const { operation, row, taken } of takenTogether(wanted)) {
    if (taken) result.operations.push(taken);
    if (taken && row && isTransaction(row)) result.seen.push(row);
    if (!taken || (taken.kind === 'patch' && !isWhole(taken, operation))) result.left++;
  }
  return result;

  /** Null where nothing is left, or the user's role does not allow it. */
  function takenBack(operation: Operation, row: KeptRow['row'] | null): Operation | null {
    if (operation.kind === 'call') return mayCall(categories, operation) ? operation : null;
    const changed = 'row' in operation ? deleted.get(operation.row.id) : row;
    const own = changed && mayChange(operation.table, changed) ? withoutLater(operation, row, later) : null;
    return own && allowedBy(row, own, added);
  }
}

/** The same rows after the steps before. An action may make a row in one mutation and change it in the next. */
function after(
  rows: ReadonlyMap<string, KeptRow['row']>,
  before: readonly Undoable[],
  userId: string,
): ReadonlyMap<string, KeptRow['row']> {
  const shown = new Map(rows);
  for (const operation of before.flatMap(({ operations }) => operations)) {
    if (!isOnTransaction(operation)) continue;
    if (operation.kind === 'delete') shown.delete(operation.id);
    else {
      const made = 'row' in operation ? { ...operation.row, version: 0, userId, userEmail: '' } : null;
      const row = made ?? { ...shown.get(idIn(operation)), ...('after' in operation && operation.after) };
      const now = v.safeParse(TransactionRow, row);
      if (now.success) shown.set(now.output.id, now.output);
    }
  }
  return shown;
}

/** As much of the operation as the row still allows. `added`: the rows as they have to be, by id. */
function allowedBy(
  row: KeptRow['row'] | null,
  operation: Exclude<Operation, Call>,
  added: ReadonlyMap<string, object>,
): Operation | null {
  if ('row' in operation || !row) return row ? null : operation;
  if (operation.kind === 'delete') return holds(row, added.get(operation.id)) ? operation : null;
  const left = applicablePart(operation, row);
  return Object.keys(left.after).length > 0 ? { ...left, seen: seenOf(row) } : null;
}

function isWhole(taken: Patch, operation: Operation): boolean {
  return operation.kind === 'patch' && Object.keys(taken.after).length === Object.keys(operation.after).length;
}

/** Whether the row is as it was added. */
function holds(row: object, added: object | undefined): boolean {
  const [now, then] = [plainFields(row), plainFields(added ?? {})];
  return Object.keys(then).every((field) => field === 'createdAt' || (now[field] ?? null) === then[field]);
}

/** A call that comes too late for its occurrence does nothing. */
function mayCall(categories: readonly CategoryRow[], call: Call): boolean {
  return changesOccurrence(call) || mayRename(categories, call);
}

/** Whether a category still has the name that it is to lose or to be told from, and the name to be given is free. */
function mayRename(categories: readonly CategoryRow[], call: Call): boolean {
  if (!renamesRows(call)) return false;
  const { type, from, to, accountId } = call.arguments;
  const named = categories.filter((one) => one.type === type);
  const isNamed = (name: string) => named.some((one) => one.name === name);
  const isTaken = (name: string) => named.some((one) => one.name === name && one.accountId === accountId);
  if (call.name === 'category.merge') return isNamed(to);
  return call.name === 'category.unmerge' ? isNamed(to) && !isTaken(from) : isNamed(from) && !isTaken(to);
}

/** Where the transactions are after the mutation. */
function placesOf({ operations, before }: ActionPart): Map<string, Placed> {
  const places = new Map<string, Placed>();
  for (const { row } of before) if (isTransaction(row)) places.set(row.id, row);
  for (const operation of operations) {
    if (operation.kind === 'call' || operation.table !== 'transactions') continue;
    if ('row' in operation) places.set(operation.row.id, operation.row);
    const was = 'id' in operation && places.get(operation.id);
    if (was && operation.kind === 'patch') places.set(operation.id, { ...was, ...operation.after, id: operation.id });
  }
  return places;
}

/** The rows of these operations by id, as the user sees them now. */
async function rowsNow(
  changes: Changeset,
  operations: readonly Operation[],
  places: ReadonlyMap<string, Placed>,
): Promise<Map<string, KeptRow['row']>> {
  const ofTransactions = operations.filter(isOnTransaction).map(idIn);
  const placed = ofTransactions.flatMap((id) => places.get(id) ?? []);
  await changes.readAhead(placed);
  await changes.hint(placed);
  const rows = new Map<string, KeptRow['row']>();
  const aliases = await changes.aliases();
  for (const [id, { row }] of await changes.transactions(ofTransactions)) rows.set(id, shownRow(row, aliases));
  for (const operation of operations) {
    if (operation.kind === 'call' || operation.table === 'transactions') continue;
    const row = await changes.db.small[operation.table].get(idOf(operation));
    if (row) rows.set(row.id, row);
  }
  return rows;
}

function idOf(operation: Operation): string {
  if (operation.kind === 'call') return '';
  return 'row' in operation ? operation.row.id : operation.id;
}
