/**
 * The clock that stamps edits: this device's, corrected to the server's. The server lets the later edit of a field win,
 * so a stamp of a wrong clock would make old edits win, or new ones lose. What is known to be wrong is put right before
 * it is sent (stamps.ts).
 */
import * as v from 'valibot';
import type { Operation } from '#domain/mutations/operations';
import { Timestamp } from '#domain/rows';
import type { Database } from '../database/database.ts';
import { dropMeta, parsed, readMeta, readStored, writeMeta } from '../database/meta.ts';
import { SYNC_STATE, syncStateIn } from '../database/sync-state.ts';

const LAST_EDIT = 'last-edit';
const OUT_OF_ORDER = 'edits-out-of-order';
const SERVER_TIME = 'server-time';

/** What this device knows of the time. */
export interface Clock {
  /** Milliseconds to add to this device's clock to get the server's; 0 when never measured. */
  offsetMs: number;
  /** Whether that is measured. v0.1.0 knew it after a sync, and kept no server's time. */
  isKnown: boolean;
  /** The time that the server reported last, ISO; null before the first response. */
  reported: string | null;
  /** The stamp of the last edit, ISO. */
  lastEdit: string | null;
  /** Whether some entry has a later stamp than an entry after it. */
  isOutOfOrder: boolean;
}

/** The keys in `meta` under which it stands. */
export const CLOCK_KEYS = [SYNC_STATE, SERVER_TIME, LAST_EDIT, OUT_OF_ORDER] as const;

/** Reads it in one transaction: each costs more than four reads. */
export async function readClock(db: Database): Promise<Clock> {
  return clockIn(await readStored(db, CLOCK_KEYS));
}

/** The clock that is stored under its keys. */
export function clockIn([sync, serverTime, last, outOfOrder]: readonly unknown[]): Clock {
  const { offsetMs, lastSyncedAt } = syncStateIn(sync);
  const reported = parsed(Timestamp, serverTime);
  return {
    offsetMs,
    isKnown: reported !== null || lastSyncedAt !== null,
    reported,
    lastEdit: parsed(Timestamp, last),
    isOutOfOrder: outOfOrder === true,
  };
}

/** The time that an edit is stamped with. */
export interface Stamp {
  /** ISO, by the server's clock as far as it is known. */
  at: string;
  /** Whether the edit before it has a later stamp. */
  isEarlier: boolean;
}

/**
 * The stamp of an edit made at `now` by this device's clock. It is never earlier than the newest time that the server
 * has reported. The caller keeps it in the same transaction with `keepTimeOfEdit`.
 */
export function timeOfEdit({ offsetMs, lastEdit: last, reported }: Clock, now: Date): Stamp {
  const measured = new Date(now.getTime() + offsetMs).toISOString();
  if (reported === null || measured >= reported) return { at: measured, isEarlier: last !== null && measured < last };
  // The clock was set back, so it does not tell whether time has passed since the last edit.
  return { at: last !== null && last > reported ? last : reported, isEarlier: false };
}

/** Stores the stamp of the last edit. */
export async function keepTimeOfEdit(db: Database, { at, isEarlier }: Stamp): Promise<void> {
  await Promise.all([writeMeta(db, LAST_EDIT, at), isEarlier && writeMeta(db, OUT_OF_ORDER, true)]);
}

/** The operations with the stamp as `createdAt` of rows that were made just now by this device's clock. */
export function createdAtStamp(operations: Operation[], now: Date, { at }: Stamp): Operation[] {
  const byDevice = now.toISOString();
  return operations.map((operation) => withCreatedAt(operation, (made) => (made === byDevice ? at : made)));
}

/** The operation with another `createdAt` of the row that it makes. */
export function withCreatedAt(operation: Operation, change: (createdAt: string) => string): Operation {
  if (operation.kind !== 'insert') return operation;
  const createdAt = change(operation.row.createdAt);
  if (createdAt === operation.row.createdAt) return operation;
  // TypeScript does not see that the table and its row stay together.
  switch (operation.table) {
    case 'accounts':
      return { ...operation, row: { ...operation.row, createdAt } };
    case 'transactions':
      return { ...operation, row: { ...operation.row, createdAt } };
    case 'categories':
      return { ...operation, row: { ...operation.row, createdAt } };
    case 'budgets':
      return { ...operation, row: { ...operation.row, createdAt } };
    case 'reconciliations':
      return { ...operation, row: { ...operation.row, createdAt } };
    case 'imports':
      return { ...operation, row: { ...operation.row, createdAt } };
    case 'schedules':
      return { ...operation, row: { ...operation.row, createdAt } };
  }
}

/**
 * Called with the server's time when it is known. A stamp ahead of that time came from a wrong clock, and would keep
 * the edit clock from moving. The server replaces such a stamp with its own time, so later edits may be stamped with
 * that time. The caller makes sure that no entry waits.
 */
export async function setBackEditClock(db: Database, serverNow: string): Promise<void> {
  const last = await readLastEdit(db);
  if (last !== null && last > serverNow) await writeMeta(db, LAST_EDIT, serverNow);
}

/**
 * Now by the server's clock, ISO; `now` is this device's. Null when this device's clock is earlier than the server's
 * was: it was set back.
 */
export function serverTimeAt({ offsetMs, reported }: Clock, now: Date): string | null {
  const measured = new Date(now.getTime() + offsetMs).toISOString();
  return reported !== null && measured < reported ? null : measured;
}

/** The offset to the server's clock is a guess. A stamp that is ahead by fewer milliseconds may be right. */
const GUESS_MS = 5000;

/** The latest time that a right stamp may have, when it is `now` by the server's clock as far as that is known. */
export function latestStamp(now: string): string {
  return new Date(Date.parse(now) + GUESS_MS).toISOString();
}

/** Whether some entry may have a later stamp than `latest`, or than an entry after it. Reads no entry. */
export function mayBeStampedWrong({ isOutOfOrder, lastEdit }: Clock, latest: string | null): boolean {
  return isOutOfOrder || (lastEdit !== null && latest !== null && lastEdit > latest);
}

/** Whether some entry has a later stamp than an entry after it. */
export async function isOutOfOrder(db: Database): Promise<boolean> {
  return (await readMeta(db, OUT_OF_ORDER, v.boolean())) === true;
}

/** Stores that the stamps of all entries are in order, the last one with this stamp. */
export async function keepInOrder(db: Database, last: string): Promise<void> {
  await dropMeta(db, OUT_OF_ORDER);
  await writeMeta(db, LAST_EDIT, last);
}

export async function writeServerTime(db: Database, serverNow: string): Promise<void> {
  await writeMeta(db, SERVER_TIME, serverNow);
}

function readLastEdit(db: Database): Promise<string | null> {
  return readMeta(db, LAST_EDIT, Timestamp);
}
