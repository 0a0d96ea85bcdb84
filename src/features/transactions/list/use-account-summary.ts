import { useLiveQuery } from 'dexie-react-hooks';
import type { Summary } from '#domain/money/totals';
import { accountSummary } from '#store/queries/accounts/accounts';
import { useDatabase } from '../../../session/session.ts';

/** Income, expense, balance (integer cents) and number of an account's transactions; undefined until the first read. */
export function useAccountSummary(accountId: string): Summary | undefined {
  const db = useDatabase();
  return useLiveQuery(() => accountSummary(db, accountId), [db, accountId]);
}
