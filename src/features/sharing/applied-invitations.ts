import type { Database } from '#store/database/database';
import type { WaitingCall } from '#store/queries/entries/waiting-calls';
import type { Device } from '#store/session/device';
import { readKeepsMails } from '#store/session/kept-mails';
import * as linkTexts from '#texts/sharing/invitation-link';
import * as texts from '#texts/sharing/invitation-toasts';
import { showToast } from '#ui/toast';
import { copyInvitationLink } from './invitation-link.ts';

/** Tells which of the decided calls the server has applied: a mail was sent, or somebody has access now. */
export async function sayApplied(db: Database, device: Device, calls: readonly WaitingCall[], demo: boolean) {
  for (const { mutationId, name, invitation } of calls) {
    const { email, targetName } = invitation;
    // An applied call may have left the outbox already. An invitation that was revoked before it was sent has left no
    // row, either.
    const state = (await db.outbox.get({ id: mutationId }))?.state ?? 'applied';
    if (state !== 'applied') continue;
    const isMailed = name === 'invitation.send' || name === 'invitation.resend';
    if (isMailed && !demo && (await db.invitations.get(invitation.id))) {
      const sent = texts.sent(email, targetName);
      const copy = { label: linkTexts.COPY, onAction: () => void copyInvitationLink(email) };
      showToast({
        title: texts.SENT_TITLE,
        tone: 'success',
        ...((await readKeepsMails(device))
          ? { description: `${sent} ${linkTexts.STAYS}`, action: copy }
          : { description: sent }),
      });
    }
    if (name === 'invitation.accept') {
      showToast({ title: texts.ACCEPTED_TITLE, description: texts.accepted(targetName), tone: 'success' });
    }
  }
}
