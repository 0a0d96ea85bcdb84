import { accountSummaries } from '#store/queries/accounts/account-summaries';
import { sharedQuery } from '../shared-query.ts';

/** Account id to sums, of every account that the user has; undefined until the first read. */
export const useAccountSummaries = sharedQuery(accountSummaries);
