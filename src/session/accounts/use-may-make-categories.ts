import { useLiveQuery } from 'dexie-react-hooks';
import { placeOfCategories } from '#store/queries/categories/place-of-categories';
import { useDatabase } from '../../session/session.ts';

/** Whether the user may make categories for rows of this account. An account that is still to be made is their own. */
export function useMayMakeCategories(accountId: string | null): boolean {
  const db = useDatabase();
  const read = async () => accountId === null || (await placeOfCategories(db, accountId)) !== null;
  return useLiveQuery(read, [db, accountId], false);
}
