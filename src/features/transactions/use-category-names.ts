import { useLiveQuery } from 'dexie-react-hooks';
import type { TransactionType } from '#domain/rows';
import { categoryNamesFor } from '#store/queries/categories';
import { useDatabase } from '../session/session.tsx';

interface CategoryNames {
  names: readonly string[];
  /** Whose they are: those of the account before while another one's are read, null before any were. */
  accountId: string | null;
}

const NONE: CategoryNames = { names: [], accountId: null };

/** The names of the categories that entering into an account offers for one type. */
export function useCategoryNames(accountId: string, type: TransactionType): CategoryNames {
  const db = useDatabase();
  const read = async () => ({ names: await categoryNamesFor(db, accountId, type), accountId });
  return useLiveQuery(read, [db, accountId, type], NONE);
}
