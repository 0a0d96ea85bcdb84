import { useLiveQuery } from 'dexie-react-hooks';
import { hasDraft } from '#store/queries/has-draft';
import { useDatabase } from '../session.ts';

/** Whether there is text that was typed and not saved, into a form whose name begins so. False until the first read. */
export function useHasDraft(begin: string): boolean {
  const db = useDatabase();
  return useLiveQuery(() => hasDraft(db, begin), [db, begin], false);
}
