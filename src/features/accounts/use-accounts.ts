import { useLiveQuery } from 'dexie-react-hooks';
import { type AccountView, listAccounts } from '#store/queries/accounts';
import { useDatabase } from '../session/session.tsx';

export type { AccountView } from '#store/queries/accounts';

/** The accounts that the user has, oldest first; undefined until they were first read. */
export function useAccounts(): AccountView[] | undefined {
  const db = useDatabase();
  return useLiveQuery(() => listAccounts(db), [db]);
}
