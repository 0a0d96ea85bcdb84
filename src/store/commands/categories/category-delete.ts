/** Command `category.delete`. */
import type { Delete } from '#domain/mutations/operations';
import { type Outcome, refuseForm } from '#domain/outcome';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { isCategoryInUse } from '../../queries/categories/budgeted-categories.ts';
import { alikeCategories } from '../../queries/categories/own-categories.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/**
 * Deletes a category; transactions keep its name as text. The Category Manager shows all categories of one type and
 * name in the user's own accounts as one, so they are deleted together. Refused as `in_use` while a budget uses one of
 * them.
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
    if (await isCategoryInUse(db, category)) return refuseForm('in_use');
    const alike = await alikeCategories(db, category);
    const deletes = alike.map((one): Delete => ({ kind: 'delete', table: 'categories', id: one.id }));
    return commitAction(db, actor, [{ operations: deletes }], { now });
  });
}
