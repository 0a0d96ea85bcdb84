import type { Database } from '../database/database.ts';

/** Id to name of the accounts, budgets and categories on this device, to show names instead of ids. */
export function readRowNames(db: Database): Promise<Map<string, string>> {
  return db.transaction('r', db.accounts, db.budgets, db.categories, async () => {
    const rows = [
      ...(await db.accounts.toArray()),
      ...(await db.budgets.toArray()),
      ...(await db.categories.toArray()),
    ];
    return new Map(rows.map(({ id, name }) => [id, name]));
  });
}
