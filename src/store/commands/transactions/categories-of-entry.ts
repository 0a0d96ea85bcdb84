/** The categories that somebody named in the form of an entry, and that are made in the same save. */
import type { CategoryAsChosen } from '#domain/books/categories';
import { type Outcome, refuseField } from '#domain/outcome';
import { categoryType } from '#domain/refunds';
import type { TransactionFields, TransactionInput } from '#domain/transactions/transactions';
import type { Database } from '../../database/database.ts';
import type { NewMutation } from '../../optimistic/mutations.ts';
import { categoriesFor } from '../../queries/categories/categories.ts';
import { placeOfCategories } from '../../queries/categories/place-of-categories.ts';
import { type MadeCategory, missingCategories } from '../commit/missing-categories.ts';

/**
 * The mutation that makes them, which goes before that of the entry; none where all of them are there. Refused at the
 * category where the user may make none.
 */
export async function categoriesOfEntry(
  db: Database,
  { accountId, ...sides }: Pick<TransactionFields, 'accountId' | 'type' | 'refund'>,
  chosen: Partial<Pick<TransactionInput, 'category' | 'makes' | 'lines'>>,
  now: Date,
): Promise<Outcome<{ made: NewMutation[] }, 'category', 'forbidden'>> {
  const type = categoryType(sides);
  const bearers: readonly Partial<CategoryAsChosen>[] = chosen.lines ?? [chosen];
  const wanted = bearers.flatMap(({ category, makes }) => (makes && category ? [{ type, name: category }] : []));
  if (wanted.length === 0) return { ok: true, made: [] };
  const place = await placeOfCategories(db, accountId);
  if (place === null) return refuseField('category', 'forbidden');
  const there = await db.categories.where('accountId').equals(place).toArray();
  const known: MadeCategory[] = [...(await categoriesFor(db, accountId)), ...there];
  const inserts = await missingCategories(db, place, { wanted, known }, now);
  return { ok: true, made: inserts.length > 0 ? [{ operations: inserts }] : [] };
}
