import { newCategory } from '#domain/books/new-categories';
import type { Insert } from '#domain/mutations/operations';
import type { TransactionType } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';

/**
 * The operation that makes a category whose name is free. The id is derived from the name, unless a renamed category
 * still has that id.
 */
export async function categoryInsert(
  db: Database,
  accountId: string,
  type: TransactionType,
  name: string,
  now: Date,
): Promise<Insert & { table: 'categories' }> {
  const row = newCategory(accountId, type, name, now.toISOString());
  const taken = await db.categories.get(row.id);
  return { kind: 'insert', table: 'categories', row: taken ? { ...row, id: newId() } : row };
}
