import { useLiveQuery } from 'dexie-react-hooks';
import type { TransactionType } from '#domain/rows';
import { categoryNamesFor } from '#store/queries/categories';
import { useDatabase } from '../session/session.tsx';

/** The names of the categories that entering into an account offers for one type. */
export function useCategoryNames(accountId: string, type: TransactionType): string[] {
  const db = useDatabase();
  return useLiveQuery(() => categoryNamesFor(db, accountId, type), [db, accountId, type], []);
}
