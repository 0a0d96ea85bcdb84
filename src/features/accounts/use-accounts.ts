import { type AccountView, listAccounts } from '#store/queries/accounts';
import * as failures from '#texts/failures';
import { useDatabase } from '../session/session.tsx';
import { useLoaded } from '../session/use-loaded.ts';

export type { AccountView } from '#store/queries/accounts';

const LOAD_FAILURE = { title: failures.ACCOUNT_LOAD };

/** The accounts that the user has, oldest first; undefined until the first read. */
export function useAccounts(): AccountView[] | undefined {
  const db = useDatabase();
  return useLoaded(() => listAccounts(db), [db], LOAD_FAILURE);
}
