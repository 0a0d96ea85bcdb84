import { checkCategoryName, findCategory } from '#domain/books/categories';
import { checkGroup } from '#domain/books/category-groups';
import type { Insert } from '#domain/mutations/operations';
import type { CategoryRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { categoryInsert } from './category-insert.ts';

/** A category that is made where none of its type and name is there. */
export type MadeCategory = Pick<CategoryRow, 'type' | 'name'>;

/**
 * The operations that make those of `wanted` in the account `place` that are not among `known`. Adds what is made to
 * `known`. A name that no category can have makes none.
 */
export async function missingCategories(
  db: Database,
  place: string,
  { wanted, known }: { wanted: readonly (MadeCategory & Partial<CategoryRow>)[]; known: MadeCategory[] },
  now: Date,
): Promise<Insert[]> {
  const inserts: Insert[] = [];
  for (const { type, name: typed, group: heading } of wanted) {
    const checked = checkCategoryName(typed);
    if (!checked.ok || findCategory(known, type, checked.name)) continue;
    const group = checkGroup(heading ?? '');
    const insert = await categoryInsert(db, place, type, checked.name, now);
    inserts.push({ ...insert, row: { ...insert.row, group: group.ok ? group.group : null } });
    known.push(insert.row);
  }
  return inserts;
}
