/** Command `budget.delete`. */
import { type Outcome, refuseForm } from '#domain/outcome';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/** Deletes a budget. Transactions that it covered and contributions to it stay in their account. */
export async function deleteBudget(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string }, never, CommandProblem>> {
  const budget = await db.budgets.get(id);
  if (!budget) return refuseForm('not_found');
  const access = await readAccess(db, actor.userId, { accountId: budget.accountId });
  if (!can(access.account, 'budget.manage')) return refuseForm('forbidden');
  return commitAction(db, actor, [{ operations: [{ kind: 'delete', table: 'budgets', id }] }], { now });
}
