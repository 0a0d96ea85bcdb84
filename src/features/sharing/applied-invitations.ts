import type { Database } from '#store/database';
import type { WaitingCall } from '#store/queries/waiting-calls';
import * as texts from '#texts/invitation-notices';
import { notify } from '#ui/notices';

/** Says of calls that the server has decided on what it has taken: that a mail was sent, or that somebody has access now. */
export async function sayApplied(db: Database, calls: readonly WaitingCall[], demo: boolean): Promise<void> {
  for (const { mutationId, name, invitation } of calls) {
    const { email, targetName } = invitation;
    // What was applied may have left the outbox already; what was revoked before it was sent has left no invitation either.
    const state = (await db.outbox.get({ id: mutationId }))?.state ?? 'applied';
    if (state !== 'applied') continue;
    const isMailed = name === 'invitation.send' || name === 'invitation.resend';
    if (isMailed && !demo && (await db.invitations.get(invitation.id))) {
      notify({ title: texts.SENT_TITLE, description: texts.sent(email, targetName), tone: 'success' });
    }
    if (name === 'invitation.accept') {
      notify({ title: texts.ACCEPTED_TITLE, description: texts.accepted(targetName), tone: 'success' });
    }
  }
}
