import { useLiveQuery } from 'dexie-react-hooks';
import type { TransactionType } from '#domain/rows';
import { categoryNamesFor } from '#store/queries/categories';
import { useDatabase } from '../../session/session.tsx';

interface CategoryNames {
  names: readonly string[];
  /** The account of these names: the previous one while another one's are read, null before the first read. */
  accountId: string | null;
}

const NONE: CategoryNames = { names: [], accountId: null };

/** The category names that a form offers for an account and type. */
export function useCategoryNames(accountId: string, type: TransactionType): CategoryNames {
  const db = useDatabase();
  const read = async () => ({ names: await categoryNamesFor(db, accountId, type), accountId });
  return useLiveQuery(read, [db, accountId, type], NONE);
}
