/** What a merge takes, as the user sees it before. Its undo gives it back (S79d). */
import type { Operation, Taken } from '#domain/mutations/operations';
import type { Database } from '../database/database.ts';
import { readRowsOfCategory } from '../ledger/rows-of-category.ts';

/** Undefined where none of the operations is a merge. */
export async function takenByMerge(db: Database, operations: readonly Operation[]): Promise<Taken | undefined> {
  const merge = operations.find((one) => one.kind === 'call' && one.name === 'category.merge');
  if (merge?.kind !== 'call' || merge.name !== 'category.merge') return undefined;
  const { accountId, type, from } = merge.arguments;
  const [categories, budgets, rows] = await Promise.all([
    db.categories.where({ accountId }).toArray(),
    db.budgets.where({ accountId }).toArray(),
    readRowsOfCategory(db, { accountId, type, name: from }),
  ]);
  const category = categories.find((one) => one.type === type && one.name === from) ?? null;
  return {
    category,
    budgets: budgets.flatMap(({ id, categoryId }) => (category && categoryId === category.id ? [id] : [])),
    rows: rows.map(({ id, date, lines }) => {
      return { id, date, ...(lines && { lines: lines.flatMap((one) => (one.category === from ? [one.id] : [])) }) };
    }),
  };
}
