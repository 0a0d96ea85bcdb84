/** Command `category.merge`. */
import { ownedAccounts } from '#domain/books/accounts';
import { seenOf } from '#domain/mutations/seen';
import { type Outcome, refuseField, refuseForm } from '#domain/outcome';
import type { CategoryRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import { watchNames } from '../../database/watch-names.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/**
 * Merges a category into another one of its type, in all of the user's own accounts (S79). Its transactions get the
 * other name, its budgets name the other category, and it goes. As with a rename, each account gets a mutation of its
 * own, also one without the name, whose rows this device may not have seen. All are one action. Refused as
 * `unsuitable` when the other category is the same one, or of another type.
 */
export async function mergeCategories(
  db: Database,
  actor: Actor,
  { id, into }: { id: string; into: string },
  now: Date = new Date(),
): Promise<Outcome<{ actionId: string }, 'into', 'unsuitable' | CommandProblem>> {
  return db.transaction('rw', db.tables, async () => {
    const [category, target] = await db.categories.bulkGet([id, into]);
    if (!category || !target) return refuseForm('not_found');
    const owned = ownedAccounts(await db.accounts.toArray(), actor.userId).map((account) => account.id);
    if (!owned.includes(category.accountId) || !owned.includes(target.accountId)) return refuseForm('forbidden');
    const { type, name: from } = category;
    if (target.type !== type || target.name === from) return refuseField('into', 'unsuitable');
    const mine = await db.categories.where('accountId').anyOf(owned).toArray();
    const named = (name: string) => mine.filter((one) => one.type === type && one.name === name);
    const having = new Set(named(from).map(({ accountId }) => accountId));
    const noteNames = await watchNames(db, named(from).map(nameAfter(named(target.name), target.name)));
    const actionId = newId();
    for (const accountId of [...having, ...owned.filter((one) => !having.has(one))]) {
      const going = named(from).find((one) => one.accountId === accountId);
      const names = { type, from, to: target.name, accountId, ...(going && { seen: seenOf(going) }) };
      const operations = [{ kind: 'call', name: 'category.merge', arguments: names } as const];
      const made = await commitAction(db, actor, [{ operations }], { now, action: actionId });
      if (!made.ok) return made;
    }
    await noteNames();
    return { ok: true, actionId };
  });
}

/** The category that has the name afterwards: what was chosen under the old one means that. */
function nameAfter(targets: readonly CategoryRow[], to: string) {
  return ({ id, accountId, name }: CategoryRow) => {
    const target = targets.find((one) => one.accountId === accountId);
    return { id: target?.id ?? id, before: name, name: to };
  };
}
