import { useLiveQuery } from 'dexie-react-hooks';
import type { CategoryChoice } from '#domain/books/categories';
import type { TransactionType } from '#domain/rows';
import { categoryChoicesFor } from '#store/queries/categories/categories';
import { useDatabase } from '../../../session/session.ts';

interface CategoryChoices {
  choices: readonly CategoryChoice[];
  /** The account of these choices: the previous one while another one's are read, null before the first read. */
  accountId: string | null;
}

const NONE: CategoryChoices = { choices: [], accountId: null };

/** The categories that a form offers for an account and type. */
export function useCategoryChoices(accountId: string, type: TransactionType): CategoryChoices {
  const db = useDatabase();
  const read = async () => ({ choices: await categoryChoicesFor(db, accountId, type), accountId });
  return useLiveQuery(read, [db, accountId, type], NONE);
}

/** The categories that an account offers for each type. */
export function useChoicesByType(accountId: string): Record<TransactionType, readonly CategoryChoice[]> {
  const income = useCategoryChoices(accountId, 'income').choices;
  const expense = useCategoryChoices(accountId, 'expense').choices;
  return { income, expense };
}
