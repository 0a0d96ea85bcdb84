/** Command `account.delete`. */
import { ownedAccounts } from '#domain/books/accounts';
import { filled, ROWS_IN_ONE } from '#domain/mutations/mutation-slices';
import { type Outcome, refuseForm } from '#domain/outcome';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { sidesToCount } from '../../queries/accounts/sides-to-count.ts';
import { type Actor, type CommandProblem, commitAction, UNDO_MILLISECONDS } from '../commit/commit.ts';
import { unlinkPatch } from '../transfers/transfer-edit.ts';

interface Deletion {
  id: string;
  /** The sides of its transfers that stay in other accounts become regular transactions, where the user may do that. */
  countsTransfers?: boolean;
}

/**
 * Deletes an account with everything in it: on this device at once, on the server when the time for Undo has passed.
 * Until then `cancelAction` brings everything back. Refused as `last_account` when the user owns no other account. The
 * categories of a default account move to the next default account.
 */
export async function deleteAccount(
  db: Database,
  actor: Actor,
  { id, countsTransfers = false }: Deletion,
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string; actionId: string }, never, 'last_account' | CommandProblem>> {
  return db.transaction('rw', db.tables, async () => {
    const access = await readAccess(db, actor.userId, { accountId: id });
    if (!can(access.account, 'account.delete')) return refuseForm('forbidden');
    const owned = ownedAccounts(await db.accounts.toArray(), actor.userId);
    if (!owned.some((account) => account.id === id)) return refuseForm('not_found');
    if (owned.length <= 1) return refuseForm('last_account');
    const holdUntil = new Date(now.getTime() + UNDO_MILLISECONDS);
    const seen = countsTransfers ? await sidesToCount(db, id) : [];
    const parts = filled(
      seen.map((row) => unlinkPatch(row)),
      ROWS_IN_ONE.changed,
    );
    const counted = parts.map((operations) => ({ operations, apart: true }));
    const deletion = { operations: [{ kind: 'delete', table: 'accounts', id } as const] };
    return commitAction(db, actor, [...counted, deletion], { now, seen, holdUntil });
  });
}
