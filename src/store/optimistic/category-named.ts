import type { CategoryRow } from '#domain/rows';
import type { Database } from '../database/database.ts';

/** The category that has exactly this name in the account: a rename and a merge mean no other spelling. */
export async function categoryNamed(
  db: Database,
  { accountId, type, name }: Pick<CategoryRow, 'accountId' | 'type' | 'name'>,
): Promise<CategoryRow | undefined> {
  const categories = await db.categories.where({ accountId }).toArray();
  return categories.find((one) => one.type === type && one.name === name);
}
