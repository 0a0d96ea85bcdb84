/** Which invitations can be answered, and by whom. */
import { cleanText } from '../entered-text.ts';
import type { InvitationRow } from '../rows.ts';

/** An e-mail as invitations are compared by it. */
export function invitedEmail(text: string): string {
  return cleanText(text).toLowerCase();
}

/** Whether it can still be answered at that moment. */
export function isPending({ status, expiresAt }: Pick<InvitationRow, 'status' | 'expiresAt'>, now: Date): boolean {
  return status === 'pending' && Date.parse(expiresAt) > now.getTime();
}
