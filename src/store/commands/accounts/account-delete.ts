/** Command `account.delete`. */
import { ownedAccounts } from '#domain/books/accounts';
import { type Outcome, refuseForm } from '#domain/outcome';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { type Actor, type CommandProblem, commitAction, UNDO_MILLISECONDS } from '../commit/commit.ts';

/**
 * Deletes an account with everything in it: on this device at once, on the server when the time for Undo has passed.
 * Until then `cancelEntry` with the mutation's id brings everything back. Refused as `last_account` when the user owns
 * no other account. The categories of a default account move to the next default account.
 */
export async function deleteAccount(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string }, never, 'last_account' | CommandProblem>> {
  return db.transaction('rw', db.tables, async () => {
    const access = await readAccess(db, actor.userId, { accountId: id });
    if (!can(access.account, 'account.delete')) return refuseForm('forbidden');
    const owned = ownedAccounts(await db.accounts.toArray(), actor.userId);
    if (!owned.some((account) => account.id === id)) return refuseForm('not_found');
    if (owned.length <= 1) return refuseForm('last_account');
    const holdUntil = new Date(now.getTime() + UNDO_MILLISECONDS);
    return commitAction(db, actor, [{ operations: [{ kind: 'delete', table: 'accounts', id }] }], { now, holdUntil });
  });
}
