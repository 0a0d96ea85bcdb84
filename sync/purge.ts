/** Purge: removes a scope from this device (S14). The user's own unsettled entries stay in the outbox (S15b). */

import { accountScope, budgetOfScope } from '#domain/ids/scopes';
import type { Database } from '#store/database/database';
import { rememberGoneAccount } from '#store/database/gone-accounts';
import type { Place } from '#store/database/records';
import { dropKeys } from '#store/imports/keys-of-account';
import { dropLedger } from '#store/ledger/ledger';

/** Works on bare rows. `places` says where the rows stand that open entries touch, and is kept up to date. */
export async function purgeScope(
  db: Database,
  scope: string,
  accountId: string,
  places: Map<string, Place[]>,
): Promise<void> {
  await dropLedger(db, scope);
  await db.cursors.delete(scope);
  for (const [id, known] of places) {
    places.set(
      id,
      known.filter((place) => place.scope !== scope),
    );
  }
  const budgetId = budgetOfScope(scope);
  if (budgetId === null) await purgeAccount(db, accountId);
  else await purgeBudget(db, budgetId, accountId);
}

async function purgeAccount(db: Database, accountId: string): Promise<void> {
  await rememberGoneAccount(db, accountId);
  await db.accounts.delete(accountId);
  await db.categories.where('accountId').equals(accountId).delete();
  await db.budgets.where('accountId').equals(accountId).delete();
  await db.memberships.where('accountId').equals(accountId).delete();
  await db.reconciliations.where('accountId').equals(accountId).delete();
  await db.imports.where('accountId').equals(accountId).delete();
  await db.schedules.where('accountId').equals(accountId).delete();
  await dropKeys(db, accountId);
}

/** Other budgets of the same account may need the same category and the account's row. These stay. */
async function purgeBudget(db: Database, budgetId: string, accountId: string): Promise<void> {
  if (await db.cursors.get(accountScope(accountId))) return;
  await db.budgets.delete(budgetId);
  const memberships = await db.memberships.where('accountId').equals(accountId).toArray();
  await db.memberships.bulkDelete(memberships.filter((row) => row.budgetId === budgetId).map((row) => row.id));
  const budgets = await db.budgets.where('accountId').equals(accountId).toArray();
  const needed = new Set(budgets.map((budget) => budget.categoryId));
  const categories = await db.categories.where('accountId').equals(accountId).primaryKeys();
  await db.categories.bulkDelete(categories.filter((id) => !needed.has(id)));
  if (budgets.length > 0) return;
  await rememberGoneAccount(db, accountId);
  await db.accounts.delete(accountId);
}
