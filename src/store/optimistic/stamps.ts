/**
 * Puts stamps of a wrong clock right while their entries wait (S24g, S24h). The server compares repeated mutations by
 * their operations alone, so `editedAt` may change until the verdict. `createdAt` of rows is part of the operations and
 * changes only before the first sending.
 */
import type { Database } from '../database/database.ts';
import type { OutboxEntry } from '../database/records.ts';
import { breakBatchesInFlight } from '../outbox/batches.ts';
import { waitingEntries } from '../outbox/outbox.ts';
import { isOutOfOrder, keepInOrder, withCreatedAt } from './edit-clock.ts';
import { rebase } from './rebase.ts';

/**
 * No waiting entry keeps a later stamp than `latest`, nor than an entry after it. `latest`: now by the server's clock,
 * ISO; null when unknown.
 */
export async function correctStamps(db: Database, latest: string | null): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    await breakBatchesInFlight(db);
    // A copy of the past has an early stamp on purpose (S29i), and says nothing of the entries around it.
    const waiting = (await waitingEntries(db)).filter(({ resent }) => resent === undefined);
    let bound = latest;
    const corrected = waiting.reverse().map((entry): OutboxEntry => {
      if (bound !== null && entry.editedAt > bound) return stampedAtMost(entry, bound);
      bound = entry.editedAt;
      return entry;
    });
    const changed = corrected.filter((entry, n) => entry !== waiting[n]);
    await replace(db, changed);
    const last = corrected[0]?.editedAt ?? latest;
    if (last !== null) await keepInOrder(db, last);
  });
}

/**
 * Moves the stamps of entries that were made before the server's clock was known, by `offsetMs`. Runs inside the
 * caller's transaction, which covers every table.
 */
export async function shiftStamps(db: Database, offsetMs: number): Promise<void> {
  const shifted = (time: string) => new Date(Date.parse(time) + offsetMs).toISOString();
  const waiting = await waitingEntries(db);
  const moved = waiting.map((entry): OutboxEntry => {
    const editedAt = shifted(entry.editedAt);
    const own = [entry.editedAt, entry.createdAt];
    return withRows({ ...entry, editedAt }, (made) => (own.includes(made) ? shifted(made) : made));
  });
  if (offsetMs !== 0) await replace(db, moved);
  const last = moved.at(-1);
  if (last && !(await isOutOfOrder(db))) await keepInOrder(db, last.editedAt);
}

function stampedAtMost(entry: OutboxEntry, bound: string): OutboxEntry {
  return withRows({ ...entry, editedAt: bound }, (made) => (made > bound ? bound : made));
}

/** The entry with other `createdAt` in the rows that it makes, if it was never sent. */
function withRows(entry: OutboxEntry, change: (createdAt: string) => string): OutboxEntry {
  if (entry.attempts > 0) return entry;
  return { ...entry, operations: entry.operations.map((operation) => withCreatedAt(operation, change)) };
}

/** Stores the entries, and shows their rows as they make them now. */
async function replace(db: Database, entries: OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const known = await db.outbox.bulkGet(entries.map(({ seq }) => seq));
  await db.outbox.bulkPut(entries);
  const remade = entries.filter((entry, n) => entry.operations.some((one, at) => one !== known[n]?.operations[at]));
  const inserts = remade.filter(({ operations }) => operations.some(({ kind }) => kind === 'insert'));
  if (inserts.length === 0) return;
  await rebase(
    db,
    inserts.flatMap(({ rows }) => rows),
    async ({ entries: replayed }) => replayed,
  );
}
