/** The categories that a plan offers, with the names that they have had since it was made. */
import type { CategoryChoice } from '#domain/books/categories';
import type { CategoryRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { readFormerNames } from '../../database/former-names.ts';
import { categoriesFor } from './categories.ts';

export async function categoriesWithNames(
  db: Database,
  accountId: string,
): Promise<(CategoryRow & Pick<CategoryChoice, 'former'>)[]> {
  const [offered, names] = await Promise.all([categoriesFor(db, accountId), readFormerNames(db)]);
  return offered.map((one) => (names.has(one.id) ? { ...one, former: names.get(one.id) } : one));
}
