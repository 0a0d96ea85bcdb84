/**
 * The outbox holds every intent of the user until its fate is settled:
 *
 *   pending ──sent──▶ in_flight ──verdict──▶ applied ──cursors reach its versions──▶ (gone)
 *      ▲                  │  ▲                superseded, rejected ──the user decides──▶ (gone, or a new intent)
 *      │                  │  └─ no answer: sent again under the same id
 *      └──retry, culprit settled── blocked ◀─ the server cannot take it, or it needs an entry that is blocked
 *
 * This file says what an entry is, which entries wait, and which may go out next. It does not know what entries do to
 * rows (effects.ts) nor how they are sent (sync).
 */
import type { Operation } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';
import type { Verdict } from '#domain/verdicts';
import type { Database, SmallRows, SmallTable } from './database.ts';

export type RowTable = SmallTable | 'transactions';
/** Names a row: table and id. */
export type RowKey = [table: RowTable, id: string];
export type OutboxState = 'pending' | 'in_flight' | 'applied' | 'superseded' | 'rejected' | 'blocked';

export interface OutboxEntry {
  /** Order of entry on this device. */
  seq: number;
  /** The mutation's id; the server gives the same verdict to the same id however often it comes. */
  id: string;
  userId: string;
  userEmail: string;
  /** Device clock corrected by the measured offset to the server's, ISO. */
  editedAt: string;
  operations: Operation[];
  state: OutboxState;
  /** Every row that the operations touched on this device. */
  rows: RowKey[];
  /** Set when the operations reach rows that they do not name (a rename, an account with all that is in it). */
  wide?: 1;
  verdict?: Verdict;
  /** The cursors have reached the verdict's versions: the entry stays for the user to see, but overlays nothing more. */
  absorbed?: true;
  /** Rows as the user last saw them, kept when the server's word took them away. */
  content?: KeptRow[];
  blocked?: { code: string /** The entry that this one needs; null for the culprit itself. */; by: string | null };
  /** Not to be sent before this moment, ISO: a deletion behind an Undo notice. */
  holdUntil?: string;
  /** How often it was sent. */
  attempts: number;
  createdAt: string;
}

export interface KeptRow {
  table: RowTable;
  row: SmallRows[SmallTable] | TransactionRow;
}

/** States of entries that wait to reach the server. */
const WAITING: readonly OutboxState[] = ['pending', 'in_flight'];

/** States of entries that the server did not take as they are, and that stay until the user decides. */
const TO_SETTLE: readonly OutboxState[] = ['superseded', 'rejected', 'blocked'];

/** Fields that hold the id of another row. */
export const REFERENCE_FIELDS: readonly string[] = ['accountId', 'categoryId', 'budgetId'];

/** Whether the entry still shapes what the user sees: seen = server's last word + open entries. */
export function isOpen(entry: OutboxEntry): boolean {
  if (entry.state === 'rejected') return false;
  return !entry.absorbed;
}

/** Number of entries that wait to reach the server. */
export function countWaiting(db: Database): Promise<number> {
  return db.outbox.where('state').anyOf(WAITING).count();
}

/** Entries the user has to look at: superseded, rejected, blocked; oldest first. */
export function entriesToSettle(db: Database): Promise<OutboxEntry[]> {
  return db.outbox.where('state').anyOf(TO_SETTLE).sortBy('seq');
}

/** Whether the entry waits to reach the server. */
export function isWaiting({ state }: OutboxEntry): boolean {
  return WAITING.includes(state);
}

/** Whether the user has to look at the entry. */
export function isToSettle({ state }: OutboxEntry): boolean {
  return TO_SETTLE.includes(state);
}

/** Open entries in the order of entry; of these rows only, when rows are given. */
export async function openEntries(db: Database, rows?: RowKey[]): Promise<OutboxEntry[]> {
  const entries = rows
    ? await db.outbox.where('rows').anyOf(rows).distinct().sortBy('seq')
    : await db.outbox.orderBy('seq').toArray();
  return entries.filter(isOpen);
}

/**
 * Takes up to `limit` entries to be sent, in order, and marks them as in flight: those whose answer was lost first, under
 * their old ids. Leaves out what is held back, and blocks what needs a blocked entry. Never another user's.
 */
export async function takeForSending(db: Database, now: Date, limit: number): Promise<OutboxEntry[]> {
  return db.transaction('rw', db.outbox, async () => {
    const culprits = await db.outbox.where('state').equals('blocked').sortBy('seq');
    const taken = await db.outbox.where('state').equals('in_flight').limit(limit).toArray();
    if (taken.length < limit) taken.push(...(await pendingEntries(db, now.toISOString(), limit - taken.length)));
    const sending: OutboxEntry[] = [];
    const changed: OutboxEntry[] = [];
    for (const entry of taken.filter((one) => one.userId === db.userId).sort((a, b) => a.seq - b.seq)) {
      const culprit = culprits.find((one) => one.seq < entry.seq && needs(entry, one));
      if (culprit) {
        entry.state = 'blocked';
        entry.blocked = { code: culprit.blocked?.code ?? '', by: culprit.blocked?.by ?? culprit.id };
        culprits.push(entry);
      } else {
        entry.state = 'in_flight';
        entry.attempts += 1;
        sending.push(entry);
      }
      changed.push(entry);
    }
    await db.outbox.bulkPut(changed);
    return sending;
  });
}

/** The first entries that may be sent at this moment. */
async function pendingEntries(db: Database, at: string, limit: number): Promise<OutboxEntry[]> {
  const mayGo = (entry: OutboxEntry) => entry.holdUntil === undefined || entry.holdUntil <= at;
  const pending = db.outbox.where('state').equals('pending');
  const first = (await pending.clone().limit(limit).toArray()).filter(mayGo);
  // Reading in one go is many times faster than looking at each; it fails only when nothing but held entries come first.
  return first.length > 0 ? first : pending.and(mayGo).limit(limit).toArray();
}

/** Whether anything may be sent now. */
export async function hasSendable(db: Database, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const first = await db.outbox
    .where('state')
    .equals('pending')
    .and((entry) => entry.holdUntil === undefined || entry.holdUntil <= at)
    .first();
  return first !== undefined;
}

/** Whether anything was sent and has no answer yet. */
export async function hasInFlight(db: Database): Promise<boolean> {
  return (await db.outbox.where('state').equals('in_flight').limit(1).count()) > 0;
}

/** The earliest moment at which a held entry may be sent, ISO, or null. */
export async function nextHeld(db: Database): Promise<string | null> {
  const held: string[] = [];
  await db.outbox
    .where('state')
    .equals('pending')
    .and((entry) => entry.holdUntil !== undefined)
    .each((entry) => held.push(entry.holdUntil ?? ''));
  return held.sort()[0] ?? null;
}

/** Whether `entry` makes no sense on the server before `earlier`: same row, or a reference to a row that it makes. */
export function needs(entry: OutboxEntry, earlier: OutboxEntry): boolean {
  const sameRow = earlier.rows.some(([table, id]) => entry.rows.some((row) => row[0] === table && row[1] === id));
  if (sameRow) return true;
  const made = new Set(earlier.operations.flatMap((one) => ('row' in one ? [one.row.id] : [])));
  return entry.operations.some((operation) => references(operation).some((id) => made.has(id)));
}

function references(operation: Operation): string[] {
  const fields = 'row' in operation ? operation.row : operation.kind === 'patch' ? operation.after : {};
  return Object.entries(fields).flatMap(([name, value]) =>
    REFERENCE_FIELDS.includes(name) && typeof value === 'string' ? [value] : [],
  );
}
