import { builtInCategories } from '#domain/books/new-categories';
import type { Database } from '#store/database/database';
import { ACCOUNT, accountRow } from '#store/database/rows.fixture';

/** The user has the account `ACCOUNT` with the categories that every account begins with. */
export async function putOwnAccount(db: Database, ownerId: string, name: string): Promise<void> {
  await db.accounts.put(accountRow({ name, ownerId }));
  const made = builtInCategories(ACCOUNT, '2026-01-01T00:00:00.000Z');
  await db.categories.bulkPut(made.map((category) => ({ ...category, version: 1 })));
}
