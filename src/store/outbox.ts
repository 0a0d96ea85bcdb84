/**
 * The outbox holds every intent of the user until its fate is settled:
 *
 *   pending ──sent──▶ in_flight ──verdict──▶ applied ──cursors reach its versions──▶ (gone)
 *      ▲                  │  ▲                superseded, rejected ──the user decides──▶ (gone, or a new intent)
 *      │                  │  └─ no answer: sent again under the same id
 *      ├──retry, culprit settled── blocked ◀─ the server cannot take it, or it needs an entry that is blocked
 *      └──retry── lost: a row that the server had and does not have any more, for it was restored from a backup
 *
 * This file says what an entry is and which entries wait. It does not know what entries do to rows (effects.ts), which of them
 * may go out next (sending.ts), nor how they are sent (sync). Additions that are sent together may have their state in a
 * record of all of them (runs.ts): who asks for the state of an entry reads it here.
 */
import type { Operation } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';
import type { Verdict } from '#domain/verdicts';
import type { Database, SmallRows, SmallTable } from './database.ts';
import { asTheyStand, readRuns, runOf } from './runs.ts';

export type RowTable = SmallTable | 'transactions';
/** Names a row: table and id. */
export type RowKey = [table: RowTable, id: string];
export type OutboxState = 'pending' | 'in_flight' | 'applied' | 'superseded' | 'rejected' | 'blocked' | 'lost';

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
  /** Takes back what may never have come to the server: that it is not there is as wanted. */
  goneIsDone?: true;
  /** The cursors have reached the verdict's versions: the entry stays for the user to see, but overlays nothing more. */
  absorbed?: true;
  /** Rows that the operations change, delete or are about, as the user saw them before: people know the entry by them. */
  seen?: KeptRow[];
  /** Rows as the user last saw them, kept when the server's word took them away. */
  content?: KeptRow[];
  blocked?: { code: string /** The entry that this one needs; null for the culprit itself. */; by: string | null };
  /** Not to be sent before this moment, ISO: a deletion behind an Undo notice, or what the server failed on. */
  holdUntil?: string;
  /** Since when the server has been failing on this entry alone, ISO. */
  failedAt?: string;
  /** For how long it was held back for that, the last time. */
  heldMs?: number;
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

/** States of entries that the server did not take as they are, or lost, and that stay until the user decides. */
const TO_SETTLE: readonly OutboxState[] = ['superseded', 'rejected', 'blocked', 'lost'];

/** Whether the entry still shapes what the user sees: seen = server's last word + open entries. */
export function isOpen(entry: OutboxEntry): boolean {
  if (entry.state === 'rejected' || entry.state === 'lost') return false;
  return !entry.absorbed;
}

/** Whether the entry waits to reach the server. */
export function isWaiting({ state }: OutboxEntry): boolean {
  return WAITING.includes(state);
}

/** Entries that wait to reach the server, in the order of entry. */
export async function waitingEntries(db: Database): Promise<OutboxEntry[]> {
  // State by state, for one after the other is read in one go.
  const [runs, ...found] = await Promise.all([
    readRuns(db),
    ...WAITING.map((state) => db.outbox.where('state').equals(state).toArray()),
  ]);
  const waiting = asTheyStand(runs, found.flat()).filter(isWaiting);
  return waiting.sort((a, b) => a.seq - b.seq);
}

/** The first entries that wait to reach the server. */
export async function firstWaiting(db: Database, limit: number): Promise<OutboxEntry[]> {
  const seqs = (await waitingSeqs(db)).sort((a, b) => a - b).slice(0, limit);
  return (await db.outbox.bulkGet(seqs)).filter((entry) => entry !== undefined);
}

async function waitingSeqs(db: Database): Promise<number[]> {
  const [inFlight, pending, runs] = await Promise.all([
    db.outbox.where('state').equals('in_flight').primaryKeys(),
    db.outbox.where('state').equals('pending').primaryKeys(),
    readRuns(db),
  ]);
  return [...inFlight, ...pending.filter((seq) => !runOf(runs, seq)?.versions)];
}

/** The entry of this mutation, if it is in the outbox still. */
export async function readEntry(db: Database, mutationId: string): Promise<OutboxEntry | undefined> {
  const [entry, runs] = await Promise.all([db.outbox.get({ id: mutationId }), readRuns(db)]);
  return entry && asTheyStand(runs, [entry])[0];
}

/** Numbers of the first entries that were never sent, or turned away unread since, in order. */
export async function firstUnsent(db: Database, limit: number): Promise<number[]> {
  const runs = await readRuns(db);
  // Entries of runs stand among them, `pending` like the others.
  const ofRuns = runs.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const seqs = await db.outbox
    .where('state')
    .equals('pending')
    .limit(limit + ofRuns)
    .primaryKeys();
  return seqs.filter((seq) => !runOf(runs, seq)).slice(0, limit);
}

/** Numbers of the entries that have a verdict by which something of them took. */
export async function decidedSeqs(db: Database): Promise<number[]> {
  const [seqs, runs] = await Promise.all([
    db.outbox.where('state').anyOf('applied', 'superseded').primaryKeys(),
    readRuns(db),
  ]);
  const applied = runs.filter((run) => run.versions);
  const ofRuns = applied.map(({ from, to }) => db.outbox.where('seq').between(from, to, true, true).primaryKeys());
  return [...seqs, ...(await Promise.all(ofRuns)).flat()];
}

/** Number of entries that wait to reach the server. */
export async function countWaiting(db: Database): Promise<number> {
  const [runs, ...counts] = await Promise.all([
    readRuns(db),
    ...WAITING.map((state) => db.outbox.where('state').equals(state).count()),
  ]);
  if (runs.some((run) => run.versions)) return (await waitingSeqs(db)).length;
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Entries the user has to look at: superseded, rejected, blocked, lost; oldest first. */
export function entriesToSettle(db: Database): Promise<OutboxEntry[]> {
  return db.outbox.where('state').anyOf(TO_SETTLE).sortBy('seq');
}

/** Whether the user has to look at the entry. */
export function isToSettle({ state }: OutboxEntry): boolean {
  return TO_SETTLE.includes(state);
}

/** Whether the server has lost anything that the user has not decided about yet. */
export async function hasLost(db: Database): Promise<boolean> {
  return (await db.outbox.where('state').equals('lost').limit(1).count()) > 0;
}

/** Open entries in the order of entry; of these rows only, when rows are given. */
export async function openEntries(db: Database, rows?: RowKey[]): Promise<OutboxEntry[]> {
  const [entries, runs] = await Promise.all([
    rows ? db.outbox.where('rows').anyOf(rows).distinct().sortBy('seq') : db.outbox.orderBy('seq').toArray(),
    readRuns(db),
  ]);
  return asTheyStand(runs, entries).filter(isOpen);
}
