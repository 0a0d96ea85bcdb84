import { useLiveQuery } from 'dexie-react-hooks';
import { readBudgetedCategories } from '#store/queries/categories/budgeted-categories';
import { useDatabase } from '../../session/session.ts';

const NONE: ReadonlySet<string> = new Set();

/** The names of the categories that have a budget in this account; none of no account. */
export function useBudgetedCategories(accountId: string | null): ReadonlySet<string> {
  const db = useDatabase();
  const read = async () => (accountId === null ? NONE : readBudgetedCategories(db, accountId));
  return useLiveQuery(read, [db, accountId], NONE);
}
