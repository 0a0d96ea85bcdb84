/**
 * What the user knew when they acted. It goes up with the mutation, and the server decides by it: what somebody knew,
 * they may overwrite; of two who knew nothing of each other, the later stands. See S50 in sync/SPEC.md.
 */

import { accountScope } from '#domain/ids/scopes';
import { groupOf, groupsIn } from '#domain/mutations/changed-fields';
import type { Delete, Operation, Patch, Seen, WritableTable } from '#domain/mutations/operations';
import { isMerge } from '#domain/mutations/renames';
import { seenOf } from '#domain/mutations/seen';
import type { Verdict } from '#domain/mutations/verdicts';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import type { Base, KeptRow, OutboxEntry, RowKey } from '../database/records.ts';
import { openEntries } from '../outbox/outbox.ts';
import type { Changeset } from './changeset.ts';

/**
 * The operations with what their author has seen of the rows that they change or delete. `shown` are transactions as
 * the user saw them, by id. An operation that says what was seen is only completed: its author saw a form, and a pull
 * may have brought a newer row since then. Call this before the operations are applied.
 */
export async function withSeen(
  changes: Changeset,
  operations: readonly Operation[],
  shown: ReadonlyMap<string, TransactionRow>,
): Promise<Operation[]> {
  const changing = operations.filter(saysSeen);
  const overlaid = await overlaidBy(changes, changing);
  const rows = await rowsOf(changes, changing, shown);
  return operations.map((operation) => {
    const row = saysSeen(operation) && rows.get(keyOf(operation));
    return row ? { ...operation, seen: seenBy(operation, row, overlaid.get(keyOf(operation))) } : operation;
  });
}

function saysSeen(operation: Operation): operation is Patch | Delete {
  return operation.kind === 'patch' || operation.kind === 'delete';
}

function keyOf({ table, id }: Patch | Delete): string {
  return `${table} ${id}`;
}

/**
 * The rows that the operations change or delete, by `table id`: as they were shown, or as they stand. Not those that
 * are not on this device, or that the same mutation makes.
 */
async function rowsOf(
  changes: Changeset,
  operations: readonly (Patch | Delete)[],
  shown: ReadonlyMap<string, TransactionRow>,
): Promise<Map<string, KeptRow['row']>> {
  const rows = new Map<string, KeptRow['row']>([...shown].map(([id, row]) => [`transactions ${id}`, row]));
  const others = operations.filter((operation) => !rows.has(keyOf(operation)));
  const ids = others.flatMap(({ table, id }) => (table === 'transactions' ? [id] : []));
  for (const [id, { row }] of await changes.transactions(ids)) rows.set(`transactions ${id}`, row);
  for (const { table, id } of others) {
    const row = table === 'transactions' ? undefined : await changes.db.small[table].get(id);
    if (row) rows.set(`${table} ${id}`, row);
  }
  return rows;
}

/** A row's base, and the open entries that lie over it. */
interface Overlaid {
  base: Base;
  entries: OutboxEntry[];
}

/** The rows of these operations over which open entries lie, by `table id`. Only such a row has a base. */
async function overlaidBy(
  changes: Changeset,
  operations: readonly (Patch | Delete)[],
): Promise<ReadonlyMap<string, Overlaid>> {
  const bases = await changes.bases(operations.map(({ table, id }) => [table, id]));
  const overlaid = new Map([...bases].map(([key, base]): [string, Overlaid] => [key, { base, entries: [] }]));
  if (overlaid.size === 0) return overlaid;
  const keys = [...bases.values()].map(({ table, id }): RowKey => [table, id]);
  for (const entry of await openEntries(changes.db, keys)) {
    for (const key of entry.rows) overlaid.get(key.join(' '))?.entries.push(entry);
  }
  return overlaid;
}

function seenBy({ table, id, seen: given }: Patch | Delete, row: KeptRow['row'], over: Overlaid | undefined): Seen {
  const seen: Seen =
    typeof given === 'object' ? given : { ...seenOf(row), ...(given !== undefined && { number: given }) };
  if (!over) return seen;
  const { base, entries } = over;
  const ofDeleted = seen.number === 0 ? seenByDeletion(table, id, entries) : null;
  const numbered = ofDeleted ?? { ...seen, accountId: accountOfNumber(seen, base, entries) };
  return withHidden(numbered, table, id, entries);
}

/** A row that the user deleted and brought back has no number, but it shows what they had seen when they deleted it. */
function seenByDeletion(table: Patch['table'], id: string, entries: readonly OutboxEntry[]): Seen | null {
  const isDeletion = (one: Operation): one is Delete => one.kind === 'delete' && one.table === table && one.id === id;
  const seen = entries.flatMap(({ operations }) => operations.filter(isDeletion)).at(-1)?.seen;
  return typeof seen === 'object' ? seen : null;
}

/** The account in whose log the number was given. The user's own waiting edit may show the row in another account. */
function accountOfNumber(seen: Seen, { row }: Base, entries: readonly OutboxEntry[]): string {
  if (row && 'version' in row && row.version === seen.number) return seenOf(row).accountId;
  for (const patch of entries.flatMap((entry) => entry.operations)) {
    if (patch.kind !== 'patch' || patch.after.accountId !== seen.accountId) continue;
    const from = typeof patch.seen === 'object' ? patch.seen.accountId : patch.before.accountId;
    if (typeof from === 'string' && from !== seen.accountId) return from;
  }
  return seen.accountId;
}

/** Completes the numbers of the field groups of which the user's open edits showed less, or reported more. */
function withHidden(seen: Seen, table: Patch['table'], id: string, entries: readonly OutboxEntry[]): Seen {
  const { accountId, number } = seen;
  const { covered, reported } = whatOpenEditsShow(accountId, table, id, entries);
  const hidden = { ...seen.hidden };
  for (const [group, version] of reported) hidden[group] = Math.max(hidden[group] ?? number, version);
  for (const [group, first] of covered) hidden[group] = Math.min(hidden[group] ?? number, first);
  for (const group of Object.keys(hidden)) if (hidden[group] === number) delete hidden[group];
  // Without it, the server takes what 0.2.0 says of the description for both texts (S36i).
  if (table === 'transactions' && hidden.description !== undefined) hidden.notes ??= number;
  return Object.keys(hidden).length > 0 ? { accountId, number, hidden } : { accountId, number };
}

/**
 * `covered`: field groups whose current values lie under open edits, with what the first of those had seen.
 * `reported`: groups in which a superseding verdict has shown what stands, with its number.
 */
function whatOpenEditsShow(accountId: string, table: Patch['table'], id: string, entries: readonly OutboxEntry[]) {
  const covered = new Map<string, number>();
  const reported = new Map<string, number>();
  for (const entry of entries) {
    for (const [group, patch] of groupsOfRow(entry, table, id)) {
      const shown = numberReported(entry.verdict, fieldsOf(patch, group), accountId);
      if (shown !== null) {
        covered.delete(group);
        reported.set(group, shown);
      } else if (!covered.has(group)) covered.set(group, numberOf(patch.seen, group, accountId));
    }
  }
  return { covered, reported };
}

/** The field groups of the row that the entry's patches change. */
function groupsOfRow({ operations }: OutboxEntry, table: Patch['table'], id: string): [group: string, patch: Patch][] {
  return operations.flatMap((one) => {
    if (one.kind !== 'patch' || one.table !== table || one.id !== id) return [];
    return [...groupsIn(one)].map((group): [string, Patch] => [group, one]);
  });
}

/** Null when the verdict does not say that other values of these fields stand. */
function numberReported(verdict: Verdict | undefined, fields: string[], accountId: string): number | null {
  if (verdict?.status !== 'superseded' || !fields.some((field) => field in verdict.kept)) return null;
  return verdict.versions[accountId] ?? 0;
}

function fieldsOf({ table, after }: Patch, group: string): string[] {
  return Object.keys(after).filter((field) => groupOf(table, field) === group);
}

/** Numbers of another account's log say nothing here. */
function numberOf(seen: Patch['seen'], group: string, accountId: string): number {
  if (typeof seen === 'number') return seen;
  return seen.accountId === accountId ? (seen.hidden?.[group] ?? seen.number) : 0;
}

/** Account to the version of this device's cursor there, for the accounts in which the operations name a category. */
export async function cursorsFor(db: Database, operations: readonly Operation[]): Promise<Record<string, number>> {
  const accounts = [...new Set(operations.flatMap(accountsNaming))];
  const versions = await Promise.all(accounts.map((id) => versionOf(db, id)));
  return Object.fromEntries(accounts.flatMap((id, n) => (versions[n] === undefined ? [] : [[id, versions[n]]])));
}

/** Tables of which a row names categories. */
const NAMING: readonly WritableTable[] = ['transactions', 'schedules'];

function accountsNaming(operation: Operation): string[] {
  // A merge means categories by their names.
  if (isMerge(operation)) return [operation.arguments.accountId];
  if (operation.kind === 'call' || !NAMING.includes(operation.table)) return [];
  if (operation.kind === 'delete') return [];
  if (operation.kind === 'restore') return [operation.row.accountId];
  if (operation.kind === 'insert') return operation.table === 'accounts' ? [] : [operation.row.accountId];
  if (!('category' in operation.after)) return [];
  const { seen, after } = operation;
  const from = typeof seen === 'object' ? [seen.accountId] : [];
  return typeof after.accountId === 'string' ? [...from, after.accountId] : from;
}

/** Who has only budgets of the account knows its names as the oldest of their cursors does. */
async function versionOf(db: Database, accountId: string): Promise<number | undefined> {
  const cursor = await db.cursors.get(accountScope(accountId));
  if (cursor) return cursor.version;
  const ofBudgets = await db.cursors.filter((one) => one.accountId === accountId).toArray();
  return ofBudgets.length > 0 ? Math.min(...ofBudgets.map(({ version }) => version)) : undefined;
}
