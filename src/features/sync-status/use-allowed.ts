import { useLiveQuery } from 'dexie-react-hooks';
import type { OutboxEntry } from '#store/database/records';
import type { EntrySubject } from '#store/queries/rows/entry-subject';
import { type Allowed, readAllowed } from '../../session/entries/allowed.ts';
import { useDatabase } from '../../session/session.ts';

/** What keeps the user from what the entry does; undefined until it was read. */
export function useAllowed(entry: OutboxEntry, subject: EntrySubject | null): Allowed | undefined {
  const database = useDatabase();
  return useLiveQuery(
    async () => (subject ? readAllowed(database, entry, subject) : undefined),
    [database, entry, subject],
  );
}
