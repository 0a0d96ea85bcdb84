import { type AccountView, listAccounts } from '#store/queries/accounts/accounts';
import * as failures from '#texts/failures';
import { sharedQuery } from '../shared-query.ts';
import { load } from '../use-loaded.ts';

export type { AccountView } from '#store/queries/accounts/accounts';

const LOAD_FAILURE = { title: failures.ACCOUNT_LOAD };

/** The accounts that the user has, oldest first; undefined until the first read. */
export const useAccounts = sharedQuery<AccountView[] | undefined>((db) => load(() => listAccounts(db), LOAD_FAILURE));
