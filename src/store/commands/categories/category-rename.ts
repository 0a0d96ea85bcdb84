/** Command `category.rename`. */
import { ownedAccounts } from '#domain/books/accounts';
import { checkCategoryName, findCategory } from '#domain/books/categories';
import type { TextProblem } from '#domain/entered-text';
import { type Outcome, refuseField, refuseForm } from '#domain/outcome';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import { watchNames } from '../../database/watch-names.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/**
 * Renames every category of this type and name in the user's own accounts, and the transactions that carry the name.
 * Other people's accounts stay as they are. Each account gets a mutation of its own, because the server locks the
 * account for as long as its rows take. An account without the name gets one, too: the server may have rows of it that
 * this device has not seen. Refused as `duplicate` when one of the accounts already has the new name. Returns the ids
 * of the mutations; none when the name stays.
 */
export async function renameCategory(
  db: Database,
  actor: Actor,
  { id, name: typed }: { id: string; name: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationIds: string[] }, 'name', TextProblem | 'duplicate' | CommandProblem>> {
  const checked = checkCategoryName(typed);
  if (!checked.ok) return refuseField('name', checked.reason);
  return db.transaction('rw', db.tables, async () => {
    const category = await db.categories.get(id);
    if (!category) return refuseForm('not_found');
    const { type, name: from } = category;
    const to = checked.name;
    const owned = ownedAccounts(await db.accounts.toArray(), actor.userId).map((account) => account.id);
    if (!owned.includes(category.accountId)) return refuseForm('forbidden');
    if (to === from) return { ok: true, mutationIds: [] };
    const mine = (await db.categories.toArray()).filter((one) => owned.includes(one.accountId));
    const isNamed = (one: { type: string; name: string }) => one.type === type && one.name === from;
    if (
      findCategory(
        mine.filter((one) => !isNamed(one)),
        type,
        to,
      )
    )
      return refuseField('name', 'duplicate');
    // Where the category is comes first: the server takes the name of a category that nobody has for a deleted one.
    const having = new Set(mine.filter(isNamed).map(({ accountId }) => accountId));
    const noteNames = await watchNames(
      db,
      mine.filter(isNamed).map((one) => ({ id: one.id, name: to })),
    );
    const mutationIds: string[] = [];
    const action = newId();
    for (const accountId of [...having, ...owned.filter((one) => !having.has(one))]) {
      const rename = { type, from, to, accountId };
      const made = await commitAction(
        db,
        actor,
        [{ operations: [{ kind: 'call', name: 'category.rename', arguments: rename }] }],
        {
          now,
          action,
        },
      );
      if (!made.ok) return made;
      mutationIds.push(made.mutationId);
    }
    await noteNames();
    return { ok: true, mutationIds };
  });
}
