import { retryEntry } from '#store/commands/entry-retry';
import type { Database } from '#store/database/database';
import type { OutboxEntry } from '#store/database/records';
import { readAccess } from '#store/queries/access';
import { readEntrySubject } from '#store/queries/entry-subject';
import { choicesOf, isAllowed, placeOf } from './entry-choices.ts';

/** Whether the server refused the entry itself. One that waits behind another entry goes on with that one. */
export function isRefused({ state, blocked }: OutboxEntry): boolean {
  return state === 'rejected' || (state === 'blocked' && !blocked?.by);
}

/** Queues again all of these entries that offer it singly, in their order. Returns how many are left. */
export async function retryAll(
  database: Database,
  entries: readonly OutboxEntry[],
  { userId, addable }: { userId: string; addable: readonly string[] },
): Promise<number> {
  let left = 0;
  for (const entry of entries) {
    const subject = await readEntrySubject(database, entry);
    const allowed = subject && isAllowed(subject, await readAccess(database, userId, placeOf(subject)), userId);
    const retry = subject && choicesOf(entry, subject, { addable, allowed: allowed === true }).retry;
    const answer = retry ? await retryEntry(database, entry.id, new Date()) : null;
    // An entry that was settled meanwhile is not left.
    if (!answer || (!answer.ok && answer.errors.form === 'not_found')) left += 1;
  }
  return left;
}
