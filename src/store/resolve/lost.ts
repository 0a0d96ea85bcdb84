/**
 * Rows that a restored server lost: this device had them from it, and the backup lacks them or has an older form. They
 * stay in the outbox, off the rows, until the user sends them again or discards them.
 */

import * as v from 'valibot';
import { isNamedId } from '#domain/ids/imported-id';
import { changedFields, plainFields } from '#domain/mutations/changed-fields';
import { Insert, type Operation, type Restore } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import { InvitationRow } from '#domain/rows';
import { linkElsewhere } from '#domain/transactions/transfers';
import type { Database } from '../database/database.ts';
import { newId } from '../database/new-id.ts';
import {
  isTransaction,
  type KeptRow,
  type OutboxEntry,
  type Page,
  type ScopeCursor,
  type SmallRows,
} from '../database/records.ts';
import { type KeysByRow, noKeys, readKeysOfRows } from '../imports/keys-of-rows.ts';
import { eachPage, transactionNear } from '../ledger/ledger.ts';
import {
  hasRow,
  isKeyAlone,
  isKeyBack,
  keyOfCopy,
  lineOfCopy,
  lostPlaces,
  ofNoSchedule,
  waitsForSchedule,
} from './lost-occurrences.ts';

/** The server's time now, and when it last answered before the restore; ISO. */
interface Times {
  now: string;
  asOf: string;
}

/**
 * Copies the rows of a scope above `head`, the restored server's, to `lost` entries; `head` is null when the server
 * does not know the scope. Only the user's own rows are kept in two cases: a viewer could send nothing else again, and
 * an unknown account of somebody else may be none of the user's business now. Of invitations, only the user's own are
 * kept. Memberships are never kept, because only the invited can make one. An entry says as of which moment, and up to
 * which number of the restored log, its copy is whole. Runs on bare rows, before the scope is dropped.
 */
export async function keepLost(db: Database, cursor: ScopeCursor, head: number | null, times: Times): Promise<void> {
  const isLost = (row: { version: number }) => row.version > (head ?? 0);
  const all = cursor.role === 'owner' || (head !== null && cursor.role !== 'viewer');
  const rows: KeptRow[] = [];
  if (all) rows.push(...(await smallRows(db, cursor.accountId)));
  const keep = (page: Page) => {
    for (const row of page.rows) if (all || isOwn(db, row)) rows.push({ table: 'transactions', row });
  };
  await eachPage(db, keep, cursor.scope);
  if (all) rows.push(...(await ownInvitations(db, cursor.accountId)));
  const known = await lostIds(db);
  const lost = rows.filter(({ row }) => isLost(row));
  // After a second restore, the newer copy replaces the older one.
  await db.outbox.bulkDelete(lost.flatMap(({ row }) => known.get(row.id) ?? []));
  const cursors = head === null ? {} : { [cursor.accountId]: head };
  // The restored server lost the keys of these rows, too.
  const keys = lost.some(({ row }) => mayHaveKeys(row)) ? await readKeysOfRows(db, cursor.accountId) : noKeys;
  await db.outbox.bulkAdd(lost.flatMap((kept) => entryOf(db, kept, { times, cursors, keys }) ?? []));
  if (!all) return;
  const lines = lost.flatMap(({ row }) => (isTransaction(row) ? (lineOfCopy(row, keys(row)) ?? []) : []));
  const places = [...(await lostPlaces(db, cursor.accountId, head)), ...lines];
  await dropCopies(db, places);
  await db.outbox.bulkAdd(places.map((place) => entryWith(db, place, { times, cursors })));
}

/** After a second restore, the newer copies of keys replace the older ones. */
async function dropCopies(db: Database, places: readonly Operation[]): Promise<void> {
  const keyOf = (one: Operation) => {
    if (one.kind === 'call') return 'key' in one.arguments ? one.arguments.key : undefined;
    return 'key' in one ? one.key : undefined;
  };
  const keys = new Set(places.map(keyOf));
  if (keys.size === 0) return;
  const lost = await db.outbox.where('state').equals('lost').toArray();
  const older = lost.filter(({ operations: [one] }) => one && isKeyAlone(one) && keys.has(keyOf(one)));
  await db.outbox.bulkDelete(older.map(({ seq }) => seq));
}

/**
 * Whether the row is not another user's entry. Accounts, categories and budgets have no author, and others' invitations
 * are not kept.
 */
export function isOwn(db: Database, row: KeptRow['row']): boolean {
  return !('userEmail' in row) || row.userId === db.userId;
}

/** What stands in an account beside its transactions and can be made anew. */
const COPIED = ['categories', 'budgets', 'reconciliations', 'imports', 'schedules'] as const;

async function smallRows(db: Database, accountId: string): Promise<KeptRow[]> {
  const account = await db.accounts.get(accountId);
  const kept: KeptRow[] = account ? [{ table: 'accounts', row: account }] : [];
  for (const table of COPIED) {
    const rows: SmallRows[(typeof COPIED)[number]][] = await db.small[table].where({ accountId }).toArray();
    kept.push(...rows.map((row) => ({ table, row })));
  }
  return kept;
}

async function ownInvitations(db: Database, accountId: string): Promise<KeptRow[]> {
  const mine = db.invitations.filter((row) => row.invitedBy === db.userId && row.accountId === accountId);
  return (await mine.toArray()).map((row) => ({ table: 'invitations', row }));
}

async function lostIds(db: Database): Promise<Map<string, number>> {
  const lost = await db.outbox.where('state').equals('lost').toArray();
  return new Map(lost.flatMap(({ seq, rows }) => rows.map(([, id]) => [id, seq])));
}

interface Copying {
  times: Times;
  cursors: Record<string, number>;
  keys: KeysByRow;
}

/** Rows of occurrences have ids that are made of names, too. */
function mayHaveKeys(row: KeptRow['row']): boolean {
  return isTransaction(row) && (row.importId !== null || isNamedId(row.id));
}

function entryOf(db: Database, kept: KeptRow, { times, cursors, keys }: Copying): Omit<OutboxEntry, 'seq'> | null {
  const operation = operationOf(kept, times.now, keys);
  return operation && entryWith(db, operation, { times, cursors }, kept);
}

function entryWith(
  db: Database,
  operation: Operation,
  { times: { now, asOf }, cursors }: Omit<Copying, 'keys'>,
  kept?: KeptRow,
): Omit<OutboxEntry, 'seq'> {
  const { userEmail } = { userEmail: null, ...kept?.row };
  return {
    id: newId(),
    userId: db.userId,
    userEmail: userEmail ?? '',
    editedAt: asOf,
    cursors,
    operations: [operation],
    state: 'lost',
    // A key that goes up by itself is no row.
    rows: kept ? [[kept.table, kept.row.id]] : [],
    ...(kept && { content: [kept] }),
    attempts: 0,
    createdAt: now,
  };
}

/**
 * The operation that makes the row anew. Null when no mutation can make it, or when this version does not know the form
 * of the row.
 */
function operationOf({ table, row }: KeptRow, now: string, keys: Copying['keys']): Operation | null {
  if (table === 'invitations') {
    const invitation = v.safeParse(InvitationRow, row);
    if (!invitation.success) return null;
    const { id, email, name, role, target, budgetId, accountId } = invitation.output;
    const draft = { id, email, name, role, target, targetId: budgetId ?? accountId, createdAt: now };
    return { kind: 'call', name: 'invitation.send', arguments: draft };
  }
  // Fields that only the server writes are left out.
  const { version, userId, userEmail, changes, ...content } = { userId: null, userEmail: null, changes: [], ...row };
  const named = isTransaction(row) ? keyOfCopy(row, keys(row)) : {};
  const insert = v.safeParse(Insert, { kind: 'insert', table, row: content, ...named });
  return insert.success ? insert.output : null;
}

/** Deletes lost entries whose row is back unchanged: another device has sent it again. */
export async function dropFound(db: Database): Promise<void> {
  const found: number[] = [];
  for (const entry of await db.outbox.where('state').equals('lost').toArray()) {
    if ((await sendingLostAgain(db, entry)).length === 0) found.push(entry.seq);
  }
  if (found.length > 0) await db.outbox.bulkDelete(found);
}

/** The operations that send lost rows again; none when they are back unchanged. */
export async function sendingLostAgain(db: Database, { operations, cursors }: OutboxEntry): Promise<Operation[]> {
  const copies = await Promise.all(
    operations.map(async (named) => {
      const operation = await ofNoSchedule(db, named);
      return { operation, current: makesRow(operation) ? await standingRow(db, operation) : undefined };
    }),
  );
  const whole = wholeTransfers(copies);
  const again = await Promise.all(copies.map((copy) => sendingAgain(db, copy, whole, cursors ?? {})));
  return again.filter((operation) => operation !== null);
}

interface Copy {
  operation: Operation;
  /** The row as it is back already, perhaps in another form. */
  current: KeptRow['row'] | undefined;
}

function makesRow(operation: Operation): operation is Insert | Restore {
  return operation.kind === 'insert' || operation.kind === 'restore';
}

/** The transfer of which the entry makes a side; null for every other entry. */
export function lostTransferOf({ operations: [operation] }: OutboxEntry): string | null {
  return operation ? transferOf(operation) : null;
}

function transferOf(operation: Operation): string | null {
  // A copy that v0.1.0 stored knows no transfers.
  return makesRow(operation) && operation.table === 'transactions' ? (operation.row.transferId ?? null) : null;
}

/** The transfers of which both sides go up together. Nobody can send one side alone (S65a). */
function wholeTransfers(copies: readonly Copy[]): ReadonlySet<string> {
  const ids = copies.flatMap(({ operation, current }) => (current ? [] : (transferOf(operation) ?? [])));
  return new Set(ids.filter((id, at) => ids.indexOf(id) !== at));
}

/**
 * A transaction is restored, another row made anew; what exists in another form is patched. The copy has seen nothing
 * that came after the restore. Null when the row is back unchanged, and for an invitation that exists at all.
 */
async function sendingAgain(
  db: Database,
  { operation, current }: Copy,
  whole: ReadonlySet<string>,
  cursors: Record<string, number>,
): Promise<Operation | null> {
  if (isInvitation(operation)) return (await db.invitations.get(operation.arguments.id)) ? null : operation;
  if (isKeyAlone(operation) && (await isKeyBack(db, operation))) return null;
  if (!makesRow(operation)) return operation;
  const { table, row } = operation;
  if (!current) return operation.table === 'transactions' ? additionOf(operation, whole) : operation;
  const changed = changedFields(table, plainFields(current), plainFields(row));
  const { accountId } = seenOf(current);
  const seen = { accountId, number: cursors[accountId] ?? 0 };
  return changed && { kind: 'patch', table, id: row.id, seen, ...changed };
}

/** A side whose other side does not go up with it is a regular row again. A restore names no schedule. */
function additionOf(
  operation: Restore | Extract<Insert, { table: 'transactions' }>,
  whole: ReadonlySet<string>,
): Operation {
  const { row, key } = operation;
  const isAlone = row.nature === 'transfer' && !whole.has(row.transferId ?? '');
  const placed = isAlone ? { ...row, ...linkElsewhere(row, null) } : row;
  if (operation.kind === 'insert' && operation.scheduleId !== undefined) return { ...operation, row: placed };
  return { kind: 'restore', table: 'transactions', row: placed, ...(key !== undefined && { key }) };
}

/**
 * Whether this device has the row that the operation needs: nobody can be invited to an account that has not come back,
 * no occurrence comes before its schedule, and no link before its row.
 */
export async function isPossible(db: Database, operation: Operation): Promise<boolean> {
  if (operation.kind === 'patch' && !(await hasRow(db, operation))) return false;
  if (!isInvitation(operation)) return !(await waitsForSchedule(db, operation));
  const { target, targetId } = operation.arguments;
  return (await db[target === 'account' ? 'accounts' : 'budgets'].get(targetId)) !== undefined;
}

function isInvitation(operation: Operation): operation is Extract<Operation, { name: 'invitation.send' }> {
  return operation.kind === 'call' && operation.name === 'invitation.send';
}

/** Transactions are searched for only in their month; one whose date was changed since the backup is not found. */
async function standingRow(db: Database, { table, row }: Insert | Restore): Promise<KeptRow['row'] | undefined> {
  return table === 'transactions' ? transactionNear(db, row.id, row) : db.small[table].get(row.id);
}
