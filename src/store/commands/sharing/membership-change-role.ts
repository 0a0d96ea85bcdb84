/** Command `membership.change_role`. */
import { type Outcome, refuseForm } from '#domain/outcome';
import type { InvitedRole } from '#domain/rows';
import { canManageMember, grantableRoles } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/**
 * Gives a member another role, at most the user's own. Returns a mutation id of null when the member already has that
 * role.
 */
export async function changeRole(
  db: Database,
  actor: Actor,
  { id, role }: { id: string; role: InvitedRole },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string | null }, never, CommandProblem>> {
  const membership = await db.memberships.get(id);
  if (!membership) return refuseForm('not_found');
  const access = await readAccess(db, actor.userId, membership);
  const allowed = canManageMember(access, membership, actor.userId) && grantableRoles(access).includes(role);
  if (!allowed) return refuseForm('forbidden');
  if (membership.role === role) return { ok: true, mutationId: null };
  return commitAction(
    db,
    actor,
    [{ operations: [{ kind: 'call', name: 'membership.change_role', arguments: { id, role } }] }],
    { now },
  );
}
