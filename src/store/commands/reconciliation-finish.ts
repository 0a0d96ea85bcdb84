/** Command `reconciliation.finish`: the account agrees with a bank's statement. */

import { type Outcome, refuseForm } from '#domain/outcome';
import { PUSH_LIMITS } from '#domain/push-limits';
import { can } from '#domain/roles';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import { newId } from '../database/new-id.ts';
import { readAccess } from '../queries/access.ts';
import { type Actor, type CommandProblem, commit } from './commit.ts';
import { statusPatch } from './status-set.ts';

export interface Statement {
  accountId: string;
  /** The date of the statement. */
  date: string;
  /** Its balance, integer cents. */
  balance: number;
}

/** `too_many`: one statement has at most PUSH_LIMITS.operations - 1 rows. */
export type FinishProblem = CommandProblem | 'too_many';

/** Makes the reconciliation and reconciles its rows, in one mutation. `rows`: the ticked rows as the user saw them. */
export async function finishReconciliation(
  db: Database,
  actor: Actor,
  { rows, ...statement }: Statement & { rows: readonly TransactionRow[] },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string }, never, FinishProblem>> {
  if (rows.length >= PUSH_LIMITS.operations) return refuseForm('too_many');
  const id = newId();
  const insert = {
    kind: 'insert',
    table: 'reconciliations',
    row: { id, createdAt: now.toISOString(), ...statement },
  } as const;
  const patches = rows.map((row) => statusPatch(row, { status: 'reconciled', reconciliationId: id }));
  return commit(db, actor, [insert, ...patches], { now, seen: [...rows] }, async () => {
    const access = await readAccess(db, actor.userId, statement);
    return can(access.account, 'account.reconcile') ? null : refuseForm('forbidden');
  });
}
