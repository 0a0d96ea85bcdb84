import { useEffect, useState } from 'react';
import type { OutboxEntry } from '#store/outbox';
import { type EntrySubject, readEntrySubject } from '#store/queries/entry-subject';
import { useDatabase } from '../session/session.tsx';

/**
 * What an entry is about; null until it was read. Not live: it may mean looking through the whole ledger, and the entry comes
 * anew with each change of the outbox.
 */
export function useEntrySubject(entry: OutboxEntry): EntrySubject | null {
  const database = useDatabase();
  const [subject, setSubject] = useState<EntrySubject | null>(null);
  useEffect(() => {
    let left = false;
    readEntrySubject(database, entry).then(
      (read) => {
        if (!left) setSubject(read);
      },
      // Without the database there is no panel either.
      () => {},
    );
    return () => {
      left = true;
    };
  }, [database, entry]);
  return subject;
}
