import type { Operation } from '#domain/mutations/operations';
import type { OutboxEntry } from '../database/records.ts';
import { coalesce } from '../outbox/coalesce.ts';
import { isMultiRowAfter, openEntries } from '../outbox/outbox.ts';
import type { Changeset } from './changeset.ts';

/**
 * The last entry on the row that a single patch changes, with the patch coalesced. Null when the patch goes up as an
 * entry of its own.
 */
export async function coalescedEntry(
  changes: Changeset,
  operations: Operation[],
  cursors: Record<string, number>,
): Promise<OutboxEntry | null> {
  const [patch, ...others] = operations;
  if (patch?.kind !== 'patch' || others.length > 0 || (await changes.bases([[patch.table, patch.id]])).size === 0)
    return null;
  const last = (await openEntries(changes.db, [[patch.table, patch.id]])).at(-1);
  const merged = last && coalesce(last, patch, cursors);
  if (!merged || (await isMultiRowAfter(changes.db, last))) return null;
  return { ...last, operations: [merged] };
}
