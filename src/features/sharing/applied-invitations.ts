import type { Database } from '#store/database/database';
import type { WaitingCall } from '#store/queries/waiting-calls';
import * as texts from '#texts/invitation-toasts';
import { showToast } from '#ui/toast';

/** Tells which of the decided calls the server has applied: a mail was sent, or somebody has access now. */
export async function sayApplied(db: Database, calls: readonly WaitingCall[], demo: boolean): Promise<void> {
  for (const { mutationId, name, invitation } of calls) {
    const { email, targetName } = invitation;
    // An applied call may have left the outbox already. An invitation that was revoked before it was sent has left no
    // row, either.
    const state = (await db.outbox.get({ id: mutationId }))?.state ?? 'applied';
    if (state !== 'applied') continue;
    const isMailed = name === 'invitation.send' || name === 'invitation.resend';
    if (isMailed && !demo && (await db.invitations.get(invitation.id))) {
      showToast({ title: texts.SENT_TITLE, description: texts.sent(email, targetName), tone: 'success' });
    }
    if (name === 'invitation.accept') {
      showToast({ title: texts.ACCEPTED_TITLE, description: texts.accepted(targetName), tone: 'success' });
    }
  }
}
