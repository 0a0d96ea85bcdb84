/** Command `reconciliation.undo`. */

import { accountScope } from '#domain/ids/scopes';
import { type Outcome, refuseForm } from '#domain/outcome';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readScope } from '../../ledger/many-pages.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { statusPatch } from '../transactions/status-set.ts';

/**
 * Deletes a reconciliation. Its rows are cleared again: those on this device at once, and the server clears them all.
 */
export async function undoReconciliation(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string }, never, CommandProblem>> {
  const reconciliation = await db.reconciliations.get(id);
  if (!reconciliation) return refuseForm('not_found');
  const pages = await readScope(db, accountScope(reconciliation.accountId));
  const seen = pages.flatMap(({ rows }) => rows.filter((row) => row.reconciliationId === id));
  const patches = seen.map((row) => statusPatch(row, { status: 'cleared', reconciliationId: null }));
  const deletion = { kind: 'delete', table: 'reconciliations', id } as const;
  return commitAction(db, actor, [{ operations: [deletion, ...patches] }], { now, seen }, async () => {
    const access = await readAccess(db, actor.userId, reconciliation);
    return can(access.account, 'account.reconcile') ? null : refuseForm('forbidden');
  });
}
