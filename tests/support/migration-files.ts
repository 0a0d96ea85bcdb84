/** Exports of other apps in tests/fixtures/import, planned as the screen plans them. */
import type { MigrationPlan } from '#store/commands/imports/migration-carry-out';
import type { Database } from '#store/database/database';
import { accountSummary } from '#store/queries/accounts/accounts';
import { readBudgetedCategories } from '#store/queries/categories/budgeted-categories';
import { categoriesFor } from '#store/queries/categories/categories';
import { mergeMigrations } from '../../src/import/profiles/merge-migrations.ts';
import type { Migration } from '../../src/import/profiles/migration.ts';
import { readFile } from '../../src/import/read-file.ts';
import { type CategoryChoices, chosenCategories, namesOf } from '../../src/import/worker/category-choices.ts';
import { accountsOf, foundMigration } from '../../src/import/worker/found-migration.ts';
import { plannedBudgets } from '../../src/import/worker/migration-budgets.ts';
import type { AccountChoice, FoundMigration } from '../../src/import/worker/migration-messages.ts';
import { idOf, LEAVE, NEW, plannedAccount, planOf, withSides } from '../../src/import/worker/migration-plan.ts';
import { previewRows } from '../../src/import/worker/preview-rows.ts';
import { bankFile } from './bank-files.ts';

export interface Chosen {
  /** Where an account goes, by its name. Others go into the account of their name, or a new one. */
  into?: Record<string, string>;
  categories?: CategoryChoices;
}

/** What is read of these files of one app. */
export function readMigration(...names: string[]): { migration: Migration; found: FoundMigration } {
  const migrations = names.flatMap((name) =>
    readFile({ name, bytes: bankFile(name) }).flatMap((one) => (one.kind === 'migration' ? one : [])),
  );
  const migration = mergeMigrations(migrations[0]?.app ?? 'ynab', migrations);
  return { migration, found: foundMigration(names.join(', '), migration) };
}

/** Budgets are made in the first account of the files. */
export async function planMigration(
  db: Database,
  names: readonly string[],
  { into = {}, categories = new Map() }: Chosen = {},
): Promise<MigrationPlan> {
  const { migration, found } = readMigration(...names);
  const chosen = chosenCategories(found.categories, await categoriesFor(db, ''), categories);
  const standing = new Map((await db.accounts.toArray()).map(({ name, id }) => [name, id]));
  const accounts = await Promise.all(
    accountsOf(migration).map(async (statement, at) => {
      const { name = '', kind = 'other' } = found.accounts[at] ?? {};
      const place = into[name] ?? standing.get(name) ?? NEW;
      const choice: AccountChoice = { into: place, name, kind, newId: crypto.randomUUID() };
      const { rows } = await previewRows(db, [NEW, LEAVE].includes(place) ? null : place, statement);
      return plannedAccount({ choice, name, rows }, new Map(), namesOf(chosen));
    }),
  );
  const [first] = accounts;
  const budgetsInto = (first && idOf(first.choice)) ?? LEAVE;
  const budgets = plannedBudgets(found.budgets, namesOf(chosen), await readBudgetedCategories(db, budgetsInto));
  return planOf({ found, accounts: withSides(accounts, found.pairs), categories: chosen, budgets, budgetsInto });
}

/** How many rows come in. */
export function rowsIn({ accounts }: MigrationPlan): number {
  return accounts.reduce((sum, { rows }) => sum + rows.length, 0);
}

/** Account name to balance. */
export async function balancesIn(db: Database): Promise<Record<string, number>> {
  const accounts = await db.accounts.toArray();
  return Object.fromEntries(
    await Promise.all(accounts.map(async ({ id, name }) => [name, (await accountSummary(db, id)).balance] as const)),
  );
}
