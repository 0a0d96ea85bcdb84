import * as texts from '#texts/sharing/invitation-link';
import { showToast } from '#ui/toast';

/**
 * Where somebody accepts an invitation: the link of the mail (supabase/functions/send-invitation). It holds no secret
 * and is the same for everybody. The server shows each user the invitations to their own confirmed e-mail.
 */
export function invitationLink(): string {
  return `${location.origin}/auth?next=manageAccess`;
}

/** Whether other devices cannot open the address of this page. */
export function isOnThisMachineOnly(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Copies the link and says so. Where the browser refuses, the message shows the link. `email`: whom it is for. */
export async function copyInvitationLink(email?: string): Promise<void> {
  const link = invitationLink();
  try {
    await navigator.clipboard.writeText(link);
    showToast({ title: texts.COPIED, description: email ? texts.whomOf(email) : texts.WHOM, tone: 'success' });
  } catch {
    // Refused by the user or the browser; without TLS there is no clipboard at all.
    showToast({ title: texts.COPY_BY_HAND, description: link, tone: 'info', duration: null });
  }
}
