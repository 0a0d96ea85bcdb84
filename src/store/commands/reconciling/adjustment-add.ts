/** Command `adjustment.add`: makes an account hold what the bank says. */
import { type Outcome, refuseForm } from '#domain/outcome';
import { MAX_AMOUNT, TRANSACTION_DEFAULTS } from '#domain/rows';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/**
 * Adds a row of nature `adjustment` over so many cents: above zero it comes in, below it goes out. It is cleared, since
 * the statement shows it. Category and description are the words of the screen. `too_large`: more than a row can hold.
 */
export async function addAdjustment(
  db: Database,
  actor: Actor,
  adjustment: { accountId: string; cents: number; date: string; category: string; description: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string }, never, CommandProblem | 'too_large'>> {
  const { cents, ...fields } = adjustment;
  if (Math.abs(cents) > MAX_AMOUNT) return refuseForm('too_large');
  const row = {
    ...TRANSACTION_DEFAULTS,
    id: newId(),
    createdAt: now.toISOString(),
    ...fields,
    type: cents > 0 ? 'income' : 'expense',
    amount: Math.abs(cents),
    notes: '',
    budgetId: null,
    nature: 'adjustment',
    status: 'cleared',
  } as const;
  const insert = { kind: 'insert', table: 'transactions', row } as const;
  return commitAction(db, actor, [{ operations: [insert] }], { now, isNew: true }, async () => {
    const access = await readAccess(db, actor.userId, adjustment);
    return can(access.account, 'account.reconcile') ? null : refuseForm('forbidden');
  });
}
