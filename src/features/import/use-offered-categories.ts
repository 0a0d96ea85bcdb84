import { useLiveQuery } from 'dexie-react-hooks';
import type { CategoryChoice } from '#domain/books/categories';
import { builtInCategories } from '#domain/books/new-categories';
import type { CategoryRow } from '#domain/rows';
import { categoriesWithNames } from '#store/queries/categories/former-names';
import { useDatabase } from '../../session/session.ts';

export type OfferedCategory = CategoryChoice & Pick<CategoryRow, 'type'>;

/** The categories for rows of this account, of both types. An account that is still to be made may bring the first. */
export function useOfferedCategories(accountId: string | null): readonly OfferedCategory[] {
  const db = useDatabase();
  const read = async (): Promise<readonly OfferedCategory[]> => {
    const offered = await categoriesWithNames(db, accountId ?? '');
    return offered.length === 0 && accountId === null ? builtInCategories('', '') : offered;
  };
  return useLiveQuery(read, [db, accountId], []);
}
