/** Command `account.archive`. */

import { seenOf } from '#domain/mutations/seen';
import { type Outcome, refuseForm } from '#domain/outcome';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/**
 * Archives an account, or takes it out of the archive. Forms do not offer an archived account; lists and reports keep
 * it. Returns a mutation id of null when it is so already.
 */
export async function archiveAccount(
  db: Database,
  actor: Actor,
  { id, archived }: { id: string; archived: boolean },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string | null }, never, CommandProblem>> {
  return db.transaction('rw', db.tables, async () => {
    const account = await db.accounts.get(id);
    if (!account) return refuseForm('not_found');
    const access = await readAccess(db, actor.userId, { accountId: id });
    if (!can(access.account, 'account.update')) return refuseForm('forbidden');
    const before = Boolean(account.archived);
    if (before === archived) return { ok: true, mutationId: null };
    const patch = { seen: seenOf(account), before: { archived: before }, after: { archived } };
    return commitAction(db, actor, [{ operations: [{ kind: 'patch', table: 'accounts', id, ...patch }] }], { now });
  });
}
