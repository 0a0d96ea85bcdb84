/**
 * What the user may decide about an entry that the server did not take: try again, as a new intent under a new id, or let it
 * go. Either way it leaves the outbox, and whatever of it still showed in the rows with it.
 */
import type { TransactionRow } from '#domain/rows';
import type { Database } from './database.ts';
import { commitIntent } from './intents.ts';
import type { KeptRow, OutboxEntry } from './outbox.ts';
import { lay, lift } from './overlay.ts';

/** Lets the entry go. Returns false when it is settled already, or on its way to the server. */
export async function discardEntry(db: Database, mutationId: string): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => (await take(db, mutationId)) !== null);
}

/**
 * Queues the same operations again. Returns false when the entry is settled already; throws an IntentError when a row that it
 * changes is no longer on this device, and then leaves everything as it was.
 */
export async function retryEntry(db: Database, mutationId: string, now: Date): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => {
    const entry = await take(db, mutationId);
    if (!entry) return false;
    const { userId, userEmail, operations, content } = entry;
    const seen = (content ?? []).map((kept) => kept.row).filter(isTransaction);
    await commitIntent(db, operations, { userId, userEmail, now, seen });
    return true;
  });
}

const SETTLED_BY_USER = ['superseded', 'rejected', 'blocked'];

async function take(db: Database, mutationId: string): Promise<OutboxEntry | null> {
  const entry = await db.outbox.get({ id: mutationId });
  if (!entry || !SETTLED_BY_USER.includes(entry.state)) return null;
  const lifted = await lift(db, entry.rows);
  await db.outbox.delete(entry.seq);
  await lay(db, lifted, (other) => other.seq !== entry.seq);
  return entry;
}

function isTransaction(row: KeptRow['row']): row is TransactionRow {
  return 'date' in row && 'amount' in row;
}
