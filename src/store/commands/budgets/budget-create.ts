/** Command `budget.create`. */
import { type BudgetField, type BudgetInput, checkBudget, shortId } from '#domain/books/budgets';
import { today } from '#domain/dates/dates';
import type { TextProblem } from '#domain/entered-text';
import type { AmountProblem } from '#domain/money/money';
import type { Insert } from '#domain/mutations/operations';
import { type Outcome, refuseField } from '#domain/outcome';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { defaultAccountInserts } from '../accounts/default-account.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { categoryInAccount } from './budget-category.ts';

export type NewBudgetInput = BudgetInput & {
  /** The user's default account when absent. */
  accountId?: string;
  /** A category that the account is offered, or `all-categories`. */
  categoryId: string;
  /** A new one when absent. */
  id?: string;
};

/**
 * Makes a monthly budget that starts today. When only the default account has the category, the budget's account gets a
 * copy of it.
 */
export async function createBudget(
  db: Database,
  actor: Actor,
  { accountId: chosen, categoryId: offered, id = newId(), ...input }: NewBudgetInput,
  now: Date = new Date(),
): Promise<
  Outcome<
    { mutationId: string; id: string },
    BudgetField | 'accountId' | 'categoryId',
    TextProblem | AmountProblem | CommandProblem
  >
> {
  const checked = checkBudget(input);
  if (!checked.ok) return checked;
  return db.transaction('rw', db.tables, async () => {
    const account = chosen ? { accountId: chosen, inserts: [] } : await defaultAccountInserts(db, actor, now);
    const { accountId } = account;
    const access = await readAccess(db, actor.userId, { accountId });
    // An account that is made together with the budget belongs to the user, so no role is checked.
    if (account.inserts.length === 0 && !can(access.account, 'budget.manage'))
      return refuseField('accountId', 'forbidden');
    const category = await categoryInAccount(db, accountId, offered, now);
    if (!category) return refuseField('categoryId', 'not_found');
    const row = {
      id,
      createdAt: now.toISOString(),
      accountId,
      ...checked.fields,
      categoryId: category.id,
      shortId: shortId(id),
      currencyCode: 'USD' as const,
      periodType: 'monthly' as const,
      startDate: today(now),
    };
    const operations: Insert[] = [...account.inserts, ...category.inserts, { kind: 'insert', table: 'budgets', row }];
    const committed = await commitAction(db, actor, [{ operations }], { now });
    return committed.ok ? { ...committed, id } : committed;
  });
}
