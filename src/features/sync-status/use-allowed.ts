import { useLiveQuery } from 'dexie-react-hooks';
import { readAccess } from '#store/queries/access';
import type { EntrySubject } from '#store/queries/entry-subject';
import { useActor, useDatabase } from '../session/session.tsx';
import { isAllowed, placeOf } from './entry-choices.ts';

/** Whether the user's role, as this device knows it now, allows what the entry does; undefined until it was read. */
export function useAllowed(subject: EntrySubject | null): boolean | undefined {
  const database = useDatabase();
  const { userId } = useActor();
  return useLiveQuery(async () => {
    if (!subject) return undefined;
    return isAllowed(subject, await readAccess(database, userId, placeOf(subject)), userId);
  }, [database, userId, subject]);
}
