export const SENT_TITLE = 'Invitation sent';
export const ACCEPTED_TITLE = 'Invitation accepted';
export const ACCESS_ENDED_TITLE = 'Access ended';

export function sent(email: string, target: string): string {
  return `Invitation email sent to ${email} for ${target}.`;
}

export function accepted(target: string): string {
  return `You now have access to ${target}.`;
}

export function accessEnded(target: string): string {
  return `You no longer have access to ${target}.`;
}
