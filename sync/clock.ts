/** The server's clock, as responses tell it (S24). */
import type { Database } from '#store/database/database';
import { writeSyncState } from '#store/database/sync-state';
import {
  type Clock,
  latestStamp,
  mayBeStampedWrong,
  readClock,
  serverTimeAt,
  writeServerTime,
} from '#store/optimistic/edit-clock';
import { correctStamps, shiftStamps } from '#store/optimistic/stamps';
import { countWaiting } from '#store/outbox/outbox';
import type { Moment } from './environment.ts';
import { type PushRemote, RemoteFailure } from './remote.ts';

/** A round trip of more milliseconds measures nothing: the device may have slept, or its clock was set. */
const TRIP_MS = 5000;
/** Differences of fewer milliseconds are not worth a write. */
const NOTABLE_MS = 1000;

/**
 * The server's clock minus ours in milliseconds, as if the response was made half-way through the request. A slow
 * response measures nothing (S24e). It moves the offset known so far only as far as it proves that one wrong.
 */
export function offsetOf(serverNow: string, sentAt: Moment, receivedAt: Moment, known: number): number {
  const [least, most] = [Date.parse(serverNow) - receivedAt, Date.parse(serverNow) - sentAt];
  // The clock was set back meanwhile.
  if (most < least) return known;
  if (most - least <= TRIP_MS) return Math.round((least + most) / 2);
  return Math.min(most, Math.max(least, known));
}

/**
 * Notes what a response tells of the server's clock. With the first response ever, entries made before are stamped by
 * that clock (S24h). Returns the offset of the server's clock in milliseconds.
 */
export async function noteServerTime(
  db: Database,
  response: { serverNow: string },
  sentAt: Moment,
  receivedAt: Moment,
): Promise<number> {
  const known = await noteTimeAgain(db, response, sentAt, receivedAt);
  if (known !== null) return known;
  const serverNow = new Date(response.serverNow).toISOString();
  const offsetMs = offsetOf(serverNow, sentAt, receivedAt, 0);
  await db.transaction('rw', db.tables, async () => {
    // Another tab was faster.
    if ((await readClock(db)).isKnown) return;
    if (isNotable(offsetMs)) await shiftStamps(db, offsetMs);
    await writeServerTime(db, serverNow);
    await writeSyncState(db, { offsetMs });
  });
  return offsetMs;
}

/** The same after the first response ever. Before that it notes nothing and returns null. */
export async function noteTimeAgain(
  db: Database,
  response: { serverNow: string },
  sentAt: Moment,
  receivedAt: Moment,
): Promise<number | null> {
  const serverNow = new Date(response.serverNow).toISOString();
  const { offsetMs: known, reported, isKnown } = await readClock(db);
  if (!isKnown) return null;
  const offsetMs = offsetOf(serverNow, sentAt, receivedAt, known);
  if (reported === null || isNotable(Date.parse(serverNow) - Date.parse(reported)))
    await writeServerTime(db, serverNow);
  if (isNotable(offsetMs - known)) await writeSyncState(db, { offsetMs });
  return offsetMs;
}

function isNotable(changeMs: number): boolean {
  return Math.abs(changeMs) >= NOTABLE_MS;
}

/** Whether the server has reported its time, and no stamp is to be put right. */
export async function isClockRight(db: Database, now: Moment): Promise<boolean> {
  const clock = await readClock(db);
  return clock.isKnown && !mayBeWrong(clock, now);
}

function mayBeWrong(clock: Clock, now: Moment): boolean {
  const time = serverTimeAt(clock, new Date(now));
  return mayBeStampedWrong(clock, time && latestStamp(time));
}

/**
 * Puts wrong stamps right before anything is sent (S24g). Before the first response ever, an empty push asks for the
 * server's time (S24h). Throws RemoteFailure.
 */
export async function rightClock(db: Database, remote: PushRemote, now: () => Moment): Promise<void> {
  const before = await readClock(db);
  const asks = !before.isKnown && (await countWaiting(db)) > 0;
  if (asks) {
    const sentAt = now();
    const response = await remote.push(db.userId, []);
    if (response.user !== db.userId) throw new RemoteFailure('forbidden_user');
    await noteServerTime(db, response, sentAt, now());
  }
  const clock = asks ? await readClock(db) : before;
  const sendingAt = now();
  if (!mayBeWrong(clock, sendingAt)) return;
  await correctStamps(db, serverTimeAt(clock, new Date(sendingAt)));
}
