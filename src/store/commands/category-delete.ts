/** Command `category.delete`. */
import { ownedAccounts } from '#domain/accounts';
import type { Delete } from '#domain/operations';
import { type Outcome, refuseForm } from '#domain/outcome';
import { can } from '#domain/roles';
import type { CategoryRow } from '#domain/rows';
import type { Database } from '../database.ts';
import { readAccess } from '../queries/access.ts';
import { type Actor, type CommandProblem, commit } from './commit.ts';

/**
 * Deletes a category; transactions keep its name as text. The Category Manager shows one entry for all categories of one
 * type and name in the accounts that the user owns, so they go together. Refused as `in_use` while a budget uses one.
 */
export async function deleteCategory(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string }, never, 'in_use' | CommandProblem>> {
  return db.transaction('rw', db.tables, async () => {
    const category = await db.categories.get(id);
    if (!category) return refuseForm('not_found');
    const access = await readAccess(db, actor.userId, { accountId: category.accountId });
    if (!can(access.account, 'category.manage')) return refuseForm('forbidden');
    const group = await alike(db, actor, category);
    const ids = new Set(group.map((one) => one.id));
    const budgets = await db.budgets.toArray();
    if (budgets.some(({ categoryId }) => categoryId !== null && ids.has(categoryId))) return refuseForm('in_use');
    const deletes = group.map((one): Delete => ({ kind: 'delete', table: 'categories', id: one.id }));
    return commit(db, actor, deletes, { now });
  });
}

async function alike(db: Database, actor: Actor, category: CategoryRow): Promise<CategoryRow[]> {
  const owned = new Set(ownedAccounts(await db.accounts.toArray(), actor.userId).map((account) => account.id));
  if (!owned.has(category.accountId)) return [category];
  const { type, name } = category;
  return db.categories.filter((one) => owned.has(one.accountId) && one.type === type && one.name === name).toArray();
}
