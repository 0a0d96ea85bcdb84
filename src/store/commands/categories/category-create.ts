/** Command `category.create`. */
import { checkCategoryName, findCategory } from '#domain/books/categories';
import type { TextProblem } from '#domain/entered-text';
import { type Outcome, refuseField, refuseForm } from '#domain/outcome';
import type { TransactionType } from '#domain/rows';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { defaultAccountInserts } from '../accounts/default-account.ts';
import { categoryInsert } from '../commit/category-insert.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

interface CategoryInput {
  name: string;
  type: TransactionType;
  /** The account that it belongs to; the user's default account when absent. */
  accountId?: string;
}

/** Makes a category. Refused as `duplicate` when its account has one of that type and name; case does not matter. */
export async function createCategory(
  db: Database,
  actor: Actor,
  { name: typed, type, accountId: chosen }: CategoryInput,
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string; id: string }, 'name', TextProblem | 'duplicate' | CommandProblem>> {
  const checked = checkCategoryName(typed);
  if (!checked.ok) return refuseField('name', checked.reason);
  const { name } = checked;
  return db.transaction('rw', db.tables, async () => {
    const { accountId, inserts } = chosen
      ? { accountId: chosen, inserts: [] }
      : await defaultAccountInserts(db, actor, now);
    if (chosen) {
      const access = await readAccess(db, actor.userId, { accountId });
      if (!can(access.account, 'category.manage')) return refuseForm('forbidden');
    }
    const made = inserts.flatMap((insert) => (insert.table === 'categories' ? [insert.row] : []));
    const standing = await db.categories.where('accountId').equals(accountId).toArray();
    if (findCategory([...standing, ...made], type, name)) return refuseField('name', 'duplicate');
    const insert = await categoryInsert(db, accountId, type, name, now);
    const committed = await commitAction(db, actor, [{ operations: [...inserts, insert] }], { now });
    return committed.ok ? { ...committed, id: insert.row.id } : committed;
  });
}
