import { retryEntry } from '#store/commands/entries/entry-retry';
import type { Database } from '#store/database/database';
import type { OutboxEntry } from '#store/database/records';
import { readRowsNotTaken } from '#store/queries/entries/rows-not-taken';
import { type EntrySubject, readEntrySubject } from '#store/queries/rows/entry-subject';
import { readAllowed } from '../../session/entries/allowed.ts';
import { choicesOf } from '../../session/entries/entry-choices.ts';
import { listsRows } from '../../session/entries/entry-description.ts';

/** Whether the server refused the entry itself. One that waits behind another entry goes on with that one. */
export function isRefused({ state, blocked }: OutboxEntry): boolean {
  return state === 'rejected' || (state === 'blocked' && !blocked?.by);
}

/** Queues again all of these entries that offer it singly, in their order. Returns how many are left. */
export async function retryAll(
  database: Database,
  entries: readonly OutboxEntry[],
  addable: readonly string[],
): Promise<number> {
  let left = 0;
  for (const entry of entries) {
    const subject = await readEntrySubject(database, entry);
    const allowed = subject !== null && (await isAllowed(database, entry, subject));
    const retry = subject && choicesOf(entry, subject, { addable, allowed }).retry;
    const answer = retry ? await retryEntry(database, entry.id, new Date()) : null;
    // An entry that was settled meanwhile is not left.
    if (!answer || (!answer.ok && answer.errors.form === 'not_found')) left += 1;
  }
  return left;
}

/** Whether nothing keeps the user from it. Of several transactions, one is enough. */
async function isAllowed(database: Database, entry: OutboxEntry, subject: EntrySubject): Promise<boolean> {
  if (!listsRows(entry)) return (await readAllowed(database, entry, subject)).obstacle === null;
  return (await readRowsNotTaken(database, entry)).some(({ obstacle }) => obstacle === null);
}
