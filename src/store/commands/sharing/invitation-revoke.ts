/** Command `invitation.revoke`. */
import { mailCallIn } from '#domain/mutations/mail-call';
import { type Outcome, refuseForm } from '#domain/outcome';
import { canInvite } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { smallBase } from '../../optimistic/bases.ts';
import { openEntries } from '../../outbox/outbox.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { takeOut } from '../../resolve/take-out.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/**
 * Takes back an invitation that nobody has answered. One that has not left this device is never sent; the mutation id
 * is then null. Its unsent mails are given up, because the revocation must not wait for them.
 */
export async function revokeInvitation(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string | null }, never, CommandProblem>> {
  return db.transaction('rw', db.tables, async () => {
    const invitation = await db.invitations.get(id);
    if (!invitation) return refuseForm('not_found');
    if (!canInvite(await readAccess(db, actor.userId, invitation))) return refuseForm('forbidden');
    const mails = (await openEntries(db, [['invitations', id]])).filter((entry) => mailCallIn(entry) && !entry.verdict);
    const sending = mails.find((entry) => mailCallIn(entry)?.name === 'invitation.send');
    const base = await smallBase(db, 'invitations', id);
    if (sending?.attempts === 0 && !base?.row) {
      await takeOut(db, [sending]);
      return { ok: true, mutationId: null };
    }
    const revoked = await commitAction(
      db,
      actor,
      [{ operations: [{ kind: 'call', name: 'invitation.revoke', arguments: { id } }] }],
      { now },
    );
    if (!revoked.ok) return revoked;
    await takeOut(
      db,
      mails.filter(({ state }) => state !== 'in_flight'),
    );
    if (mails.length > 0) await db.outbox.where({ id: revoked.mutationId }).modify({ goneIsDone: true });
    return revoked;
  });
}
