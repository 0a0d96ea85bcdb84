/** How an entry leaves the outbox without being applied. */

import type { Database } from '../database/database.ts';
import type { OutboxEntry } from '../database/records.ts';
import { rebase } from '../optimistic/rebase.ts';
import { isToSettle, isWaiting, openEntries } from '../outbox/outbox.ts';

/**
 * Takes the entries out of the outbox and their effects off the rows. Entries that were blocked behind one may go on.
 * Runs inside the caller's transaction.
 */
export async function takeOut(db: Database, taken: readonly OutboxEntry[]): Promise<void> {
  if (taken.length === 0) return;
  // This comes first, because the rebase writes the entries back as they were when it rolled them back.
  for (const { id } of taken) await freeDependants(db, id);
  const seqs = new Set(taken.map(({ seq }) => seq));
  const rows = taken.flatMap((entry) => entry.rows);
  await rebase(db, rows, async ({ entries }) => {
    await db.outbox.bulkDelete([...seqs]);
    return entries.filter(({ seq }) => !seqs.has(seq));
  });
}

/** Takes out an entry that the user has to settle. Returns null when it is no such entry, or no longer one. */
export async function takeToSettle(db: Database, mutationId: string): Promise<OutboxEntry | null> {
  const entry = await db.outbox.get({ id: mutationId });
  if (!entry || !isToSettle(entry)) return null;
  await takeOut(db, [entry]);
  return entry;
}

/** Takes out a mail when its revocation waits behind it. Returns whether one does. */
export async function giveUpMail(db: Database, { seq }: OutboxEntry): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => {
    const mail = await db.outbox.get(seq);
    if (mail?.state !== 'in_flight') return false;
    const isRevoked = (await openEntries(db, mail.rows)).some((other) => other.goneIsDone && isWaiting(other));
    if (isRevoked) await takeOut(db, [mail]);
    return isRevoked;
  });
}

/** Unblocks the entries that were blocked behind this mutation. */
export async function freeDependants(db: Database, mutationId: string): Promise<void> {
  await db.outbox
    .where('state')
    .equals('blocked')
    .and((other) => other.blocked?.by === mutationId)
    .modify((other) => {
      other.state = 'pending';
      delete other.blocked;
    });
}
