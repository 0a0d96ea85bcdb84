/** What `category.archive` and `category.group` share: both change one field of all categories that look the same. */
import { changedFields } from '#domain/mutations/changed-fields';
import type { Patch } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import { type Outcome, refuseForm } from '#domain/outcome';
import type { CategoryRow } from '#domain/rows';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { alikeCategories } from '../../queries/categories/own-categories.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/**
 * Changes the fields of a category, and of those of its type and name in the user's own accounts: the Category Manager
 * shows them as one. Returns a mutation id of null when nothing changed.
 */
export async function changeCategory(
  db: Database,
  actor: Actor,
  id: string,
  fields: Partial<Pick<CategoryRow, 'group' | 'archived'>>,
  now: Date,
): Promise<Outcome<{ mutationId: string | null }, never, CommandProblem>> {
  return db.transaction('rw', db.tables, async () => {
    const category = await db.categories.get(id);
    if (!category) return refuseForm('not_found');
    const access = await readAccess(db, actor.userId, { accountId: category.accountId });
    if (!can(access.account, 'category.manage')) return refuseForm('forbidden');
    const patches = (await alikeCategories(db, category)).flatMap((one): Patch[] => {
      // Rows that v0.1.0 stored on this device have neither field.
      const { group = null, archived = false } = one;
      const changed = changedFields('categories', { group, archived }, fields);
      return changed ? [{ kind: 'patch', table: 'categories', id: one.id, seen: seenOf(one), ...changed }] : [];
    });
    return patches.length > 0
      ? commitAction(db, actor, [{ operations: patches }], { now })
      : { ok: true, mutationId: null };
  });
}
