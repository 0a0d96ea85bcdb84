/** What becomes of a copy that comes second, after another device has sent the same transaction in another form. */

import type { Verdict } from '#domain/mutations/verdicts';
import { newId } from '../database/new-id.ts';
import type { OutboxEntry } from '../database/records.ts';

/**
 * Whether the server refused this copy for the row that stands in its place. If that row is not found here the second
 * time either, the refusal stands.
 */
export function isCopyElsewhere({ resent, operations }: OutboxEntry, verdict: Verdict): boolean {
  const isDuplicate = verdict.status === 'rejected' && verdict.reason === 'duplicate';
  return isDuplicate && resent === 1 && operations.every(({ kind }) => kind === 'restore');
}

/** The entry is lost again. When the user sends it the next time, it is an edit of the row that stands. */
export function lostAgain({ verdict, ...entry }: OutboxEntry): OutboxEntry {
  return { ...entry, id: newId(), state: 'lost', attempts: 0 };
}
