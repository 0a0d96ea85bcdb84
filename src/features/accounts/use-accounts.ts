import { type AccountView, listAccounts } from '#store/queries/accounts';
import { useDatabase } from '../session/session.tsx';
import { useLoaded } from '../session/use-loaded.ts';
import { LOAD_FAILURE } from './account-wording.ts';

export type { AccountView } from '#store/queries/accounts';

/** The accounts that the user has, oldest first; undefined until they were first read. */
export function useAccounts(): AccountView[] | undefined {
  const db = useDatabase();
  return useLoaded(() => listAccounts(db), [db], LOAD_FAILURE);
}
