import { useLiveQuery } from 'dexie-react-hooks';
import type { Summary } from '#domain/money/totals';
import { summaryOfAccounts } from '#store/queries/accounts/accounts';
import { useDatabase } from '../session.ts';

/** The sums of all these accounts together, in cents; undefined until the first read. */
export function useSummary(accountIds: readonly string[]): Summary | undefined {
  const db = useDatabase();
  return useLiveQuery(() => summaryOfAccounts(db, accountIds), [db, accountIds.join(' ')]);
}
