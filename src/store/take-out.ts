/** How an entry leaves the outbox without having been applied. */
import type { Database } from './database.ts';
import { isWaiting, type OutboxEntry, openEntries } from './outbox.ts';
import { lay, lift } from './overlay.ts';

/** Takes the entry out of the outbox and off the rows; what was blocked behind it may go on. Inside the caller's transaction. */
export async function takeOut(db: Database, entry: OutboxEntry): Promise<void> {
  const lifted = await lift(db, entry.rows);
  await db.outbox.delete(entry.seq);
  await freeDependants(db, entry.id);
  await lay(db, lifted, (other) => other.seq !== entry.seq);
}

/** Takes out a mail that its revocation waits for. Returns whether one does. */
export async function giveUpMail(db: Database, { seq }: OutboxEntry): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => {
    const mail = await db.outbox.get(seq);
    if (mail?.state !== 'in_flight') return false;
    const isRevoked = (await openEntries(db, mail.rows)).some((other) => other.goneIsDone && isWaiting(other));
    if (isRevoked) await takeOut(db, mail);
    return isRevoked;
  });
}

/** Lets go on what was blocked behind this mutation. */
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
