import type { Database } from '../../database/database.ts';

/**
 * Id to name of the accounts, budgets, categories and imports on this device, to show names instead of ids. An import
 * has the name of its file.
 */
export function readRowNames(db: Database): Promise<Map<string, string>> {
  return db.transaction('r', db.accounts, db.budgets, db.categories, db.imports, async () => {
    const rows = [
      ...(await db.accounts.toArray()),
      ...(await db.budgets.toArray()),
      ...(await db.categories.toArray()),
    ];
    const imports = await db.imports.toArray();
    return new Map([
      ...rows.map(({ id, name }) => [id, name] as const),
      ...imports.map(({ id, fileName }) => [id, fileName] as const),
    ]);
  });
}
