/** Command `reconciliation.finish`: the account agrees with a bank's statement. */

import { ROWS_IN_ONE } from '#domain/mutations/mutation-slices';
import { type Outcome, refuseForm } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { changeEach } from '../commit/change-each.ts';
import type { Actor, CommandProblem } from '../commit/commit.ts';
import { statusPatch } from '../transactions/status-set.ts';

export interface Statement {
  accountId: string;
  /** The date of the statement. */
  date: string;
  /** Its balance, integer cents. */
  balance: number;
}

/**
 * Makes the reconciliation, and then reconciles its rows. A row that the server does not take is told; the
 * reconciliation stands without it. `rows`: the ticked rows as the user saw them.
 */
export async function finishReconciliation(
  db: Database,
  actor: Actor,
  { rows, ...statement }: Statement & { rows: readonly TransactionRow[] },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string }, never, CommandProblem>> {
  const id = newId();
  const insert = {
    kind: 'insert',
    table: 'reconciliations',
    row: { id, createdAt: now.toISOString(), ...statement },
  } as const;
  const changes = rows.map((row) => ({
    row,
    operation: statusPatch(row, { status: 'reconciled', reconciliationId: id }),
  }));
  const parted = { first: [insert], most: ROWS_IN_ONE.reconciled, now };
  return changeEach(db, actor, changes, parted, async () => {
    const access = await readAccess(db, actor.userId, statement);
    return can(access.account, 'account.reconcile') ? null : refuseForm('forbidden');
  });
}
