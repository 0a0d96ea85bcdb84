/** What the screen asks for when the export of another app comes in. */
import type { MigrationPlan } from '#store/commands/imports/migration-carry-out';
import { namesOf } from './category-choices.ts';
import type { PreviewRow } from './messages.ts';
import type { FoundMigration, MigrateRequest } from './migration-messages.ts';
import { changesIn, plannedAccount, planOf, withSides } from './migration-plan.ts';

/** `rowsOf`: the rows of a plan by its number. */
export function planAsShown(
  { plans, choices, categories, changes, budgets, budgetsInto }: MigrateRequest,
  found: FoundMigration,
  rowsOf: (plan: number) => readonly PreviewRow[],
): MigrationPlan {
  const nameOf = namesOf(categories);
  const accounts = found.accounts.flatMap(({ name }, at) => {
    const [choice, plan] = [choices[at], plans[at] ?? null];
    const rows = plan === null ? [] : rowsOf(plan);
    return choice ? [plannedAccount({ choice, name, rows }, changesIn(changes, name), nameOf)] : [];
  });
  return planOf({ found, accounts: withSides(accounts, found.pairs), categories, budgets, budgetsInto });
}
