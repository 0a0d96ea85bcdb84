/**
 * The clock that edits are stamped with: this device's, corrected to the server's, and never behind itself. The server lets
 * the later edit of a field win, so a clock that was set back must not make a user's correction lose to what it corrects.
 */
import * as v from 'valibot';
import { Timestamp } from '#domain/rows';
import type { Database } from './database.ts';
import { readClockOffset } from './sync-state.ts';

const KEY = 'last-edit';

/** When an edit made at `now` by this device's clock counts as made, ISO; to be kept in the same transaction. */
export async function timeOfEdit(db: Database, now: Date): Promise<string> {
  const [offset, last] = await Promise.all([readClockOffset(db), readLastEdit(db)]);
  const measured = new Date(now.getTime() + offset).toISOString();
  return last !== null && last >= measured ? last : measured;
}

/** Remembers when the last edit counts as made. */
export async function keepTimeOfEdit(db: Database, editedAt: string): Promise<void> {
  await db.meta.put({ key: KEY, value: editedAt });
}

/**
 * To be told the server's time when it is known: a stamp ahead of it came of a wrong clock and would hold up the clock until
 * then. The server takes such a stamp for its own time, so later edits may be stamped with that, but not while one waits.
 */
export async function setBackEditClock(db: Database, serverNow: string): Promise<void> {
  const last = await readLastEdit(db);
  if (last !== null && last > serverNow) await keepTimeOfEdit(db, serverNow);
}

async function readLastEdit(db: Database): Promise<string | null> {
  const parsed = v.safeParse(Timestamp, (await db.meta.get(KEY))?.value);
  return parsed.success ? parsed.output : null;
}
