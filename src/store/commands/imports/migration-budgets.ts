/** The budgets that a migration makes. */
import { findCategory } from '#domain/books/categories';
import { presentChoice } from '#domain/books/present-choice';
import { nameId } from '#domain/ids/name-id';
import { plainAmount } from '#domain/money/money';
import type { ImportRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import { readBudgetedCategories } from '../../queries/categories/budgeted-categories.ts';
import { categoriesWithNames } from '../../queries/categories/former-names.ts';
import { createBudget } from '../budgets/budget-create.ts';
import { deleteBudget } from '../budgets/budget-delete.ts';
import type { Actor } from '../commit/commit.ts';

/** A monthly budget of an account for an expense category, which is there. `cents` above zero. */
export interface MigratedBudget {
  accountId: string;
  category: string;
  cents: number;
}

/** The id of the budget that an import makes for a category. So a revert finds it. */
function migratedBudgetId(importId: string, categoryId: string): string {
  return nameId(`budget:${importId}:${categoryId}`);
}

/**
 * Returns how many were made. A category that has a budget in the account keeps that. `imports`: the imports of the
 * accounts. A budget of an account into which nothing was imported belongs to none.
 */
export async function makeBudgets(
  db: Database,
  actor: Actor,
  budgets: readonly MigratedBudget[],
  imports: ReadonlyMap<string, string>,
  now: Date,
): Promise<number> {
  let made = 0;
  for (const { accountId, category: name, cents } of budgets) {
    const offered = await categoriesWithNames(db, accountId);
    const ofType = offered.filter(({ type }) => type === 'expense');
    // It may have been renamed since the rows came in.
    const category = findCategory(offered, 'expense', name) ?? presentChoice(ofType, { category: name });
    if (!category || (await readBudgetedCategories(db, accountId)).has(category.name)) continue;
    const importId = imports.get(accountId);
    const id = importId === undefined ? newId() : migratedBudgetId(importId, category.id);
    const input = { id, accountId, categoryId: category.id, name: category.name, amount: plainAmount(cents) };
    if ((await createBudget(db, actor, input, now)).ok) made += 1;
  }
  return made;
}

/** Deletes the budgets that these imports made, where the user may. */
export async function deleteMigratedBudgets(
  db: Database,
  actor: Actor,
  imports: readonly ImportRow[],
  now: Date,
): Promise<void> {
  const categories = await db.categories.toCollection().primaryKeys();
  for (const { id: importId, accountId } of imports) {
    const ids = new Set(categories.map((category) => migratedBudgetId(importId, category)));
    const budgets = await db.budgets.where({ accountId }).toArray();
    for (const { id } of budgets) if (ids.has(id)) await deleteBudget(db, actor, { id }, now);
  }
}
