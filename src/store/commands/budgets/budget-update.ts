/** Command `budget.update`. */
import { type BudgetField, type BudgetInput, checkBudget } from '#domain/books/budgets';
import type { TextProblem } from '#domain/entered-text';
import { type AmountProblem, plainAmount } from '#domain/money/money';
import { changedFields } from '#domain/mutations/changed-fields';
import type { Operation } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import { type Outcome, refuseField, refuseForm } from '#domain/outcome';
import type { BudgetRow } from '#domain/rows';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { categoryInAccount } from './budget-category.ts';

/**
 * Changes the named fields that differ. `budget` is the row as the user saw it. `categoryId` is a category that the
 * account is offered, or `all-categories`. Returns a mutation id of null when nothing changed.
 */
export async function updateBudget(
  db: Database,
  actor: Actor,
  { budget, categoryId: offered, ...input }: Partial<BudgetInput> & { budget: BudgetRow; categoryId?: string },
  now: Date = new Date(),
): Promise<
  Outcome<{ mutationId: string | null }, BudgetField | 'categoryId', TextProblem | AmountProblem | CommandProblem>
> {
  const { id, accountId, name, amount, description, categoryId } = budget;
  const checked = checkBudget({ name, amount: plainAmount(amount), description: description ?? '', ...input });
  if (!checked.ok) return checked;
  return db.transaction('rw', db.tables, async () => {
    const access = await readAccess(db, actor.userId, { accountId });
    if (!can(access.account, 'budget.manage')) return refuseForm('forbidden');
    const category =
      offered === undefined ? { id: categoryId, inserts: [] } : await categoryInAccount(db, accountId, offered, now);
    if (!category) return refuseField('categoryId', 'not_found');
    const before = { name, amount, description, categoryId };
    const after = { ...checked.fields, categoryId: category.id };
    const changed = changedFields('budgets', before, after);
    if (!changed) return { ok: true, mutationId: null };
    const patch: Operation = { kind: 'patch', table: 'budgets', id, seen: seenOf(budget), ...changed };
    return commitAction(db, actor, [{ operations: [...category.inserts, patch] }], { now });
  });
}
