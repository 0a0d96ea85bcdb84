/** Command `category.rename`. */
import { ownedAccounts } from '#domain/accounts';
import { checkCategoryName, findCategory } from '#domain/categories';
import type { TextProblem } from '#domain/entered-text';
import { type Outcome, refuseField, refuseForm } from '#domain/outcome';
import type { Database } from '../database.ts';
import { type Actor, type CommandProblem, commit } from './commit.ts';

/**
 * Renames every category of this one's type and name, and the transactions that carry it, in the accounts that the user
 * owns. Other people's accounts stay as they are. Refused as `duplicate` when one of those accounts has the new name already.
 * Answers with a mutation id of null when the name stays.
 */
export async function renameCategory(
  db: Database,
  actor: Actor,
  { id, name: typed }: { id: string; name: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string | null }, 'name', TextProblem | 'duplicate' | CommandProblem>> {
  const checked = checkCategoryName(typed);
  if (!checked.ok) return refuseField('name', checked.reason);
  const category = await db.categories.get(id);
  if (!category) return refuseForm('not_found');
  const { type, name: from } = category;
  const owned = new Set(ownedAccounts(await db.accounts.toArray(), actor.userId).map((account) => account.id));
  if (!owned.has(category.accountId)) return refuseForm('forbidden');
  if (checked.name === from) return { ok: true, mutationId: null };
  const others = (await db.categories.toArray()).filter((one) => {
    return owned.has(one.accountId) && !(one.type === type && one.name === from);
  });
  if (findCategory(others, type, checked.name)) return refuseField('name', 'duplicate');
  const rename = { type, from, to: checked.name };
  return commit(db, actor, [{ kind: 'call', name: 'category.rename', arguments: rename }], { now });
}
