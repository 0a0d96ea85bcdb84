/** How much is due, for what runs beside every page. */
import type { Database } from '../../database/database.ts';
import { type OpenOccurrence, readOpenOccurrences } from './open-occurrences.ts';
import { readToday } from './upcoming.ts';

export interface Due {
  /** Today by the server's clock, as far as this device knows it. */
  today: string;
  /** What this device would add by itself. */
  toAdd: OpenOccurrence[];
  /** How many people are reminded of. */
  reminders: number;
  waitsForLost: boolean;
}

export async function readDue(db: Database, now: Date = new Date()): Promise<Due> {
  const today = await readToday(db, now);
  const [open, waits] = await Promise.all([readOpenOccurrences(db, today), waitsForLost(db)]);
  return {
    today,
    toAdd: open.filter(({ holdup }) => holdup === null),
    reminders: open.filter(({ holdup }) => holdup === 'remind').length,
    waitsForLost: waits,
  };
}

/** Whether entries that a restored server lost wait for the user's decision. Until then nothing is added by itself. */
export async function waitsForLost(db: Database): Promise<boolean> {
  return (await db.outbox.where('state').equals('lost').count()) > 0;
}
