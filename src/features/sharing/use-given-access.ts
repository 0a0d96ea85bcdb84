import { useLiveQuery } from 'dexie-react-hooks';
import { type GivenAccess, givenAccess } from '#store/queries/sharing/given-access';
import { useDatabase } from '../../session/session.ts';

/** What others have shared with the user; undefined until the first read. */
export function useGivenAccess(): readonly GivenAccess[] | undefined {
  const db = useDatabase();
  return useLiveQuery(() => givenAccess(db), [db]);
}
