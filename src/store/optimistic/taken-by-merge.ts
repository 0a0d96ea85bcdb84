/** What a merge takes, as the user sees it before. Its undo gives it back (S79d). */
import type { Taken } from '#domain/mutations/operations';
import type { Merge } from '#domain/mutations/renames';
import type { Database } from '../database/database.ts';
import { readRowsOfCategory } from '../ledger/rows-of-category.ts';
import { categoryNamed } from './category-named.ts';

export async function takenByMerge(db: Database, { arguments: names }: Merge): Promise<Taken> {
  const { accountId, type, from } = names;
  const [category = null, budgets, rows] = await Promise.all([
    categoryNamed(db, { accountId, type, name: from }),
    db.budgets.where({ accountId }).toArray(),
    readRowsOfCategory(db, { accountId, type, name: from }),
  ]);
  return {
    category,
    budgets: budgets.flatMap(({ id, categoryId }) => (category && categoryId === category.id ? [id] : [])),
    rows: rows.map(({ id, date, lines }) => {
      return { id, date, ...(lines && { lines: lines.flatMap((one) => (one.category === from ? [one.id] : [])) }) };
    }),
  };
}
