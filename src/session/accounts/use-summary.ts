import type { Summary } from '#domain/money/totals';
import type { Database } from '#store/database/database';
import { summaryOfAccounts } from '#store/queries/accounts/accounts';
import { preparedQuery } from '../prepared-query.ts';
import { useDatabase } from '../session.ts';

const summary = preparedQuery<Summary>();

/** The sums of all these accounts together, in cents; undefined until the first read. */
export function useSummary(accountIds: readonly string[]): Summary | undefined {
  const db = useDatabase();
  return summary.useQuery(accountIds.join(' '), () => summaryOfAccounts(db, accountIds), []);
}

export const prepareSummary = (db: Database, accountIds: readonly string[]) =>
  summary.prepare(db, accountIds.join(' '), () => summaryOfAccounts(db, accountIds));
