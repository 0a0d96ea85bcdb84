import type { InvitedRole, Target } from '#domain/rows';

export const TITLE = 'Your role has changed';

const NOW: Record<InvitedRole, string> = { viewer: 'a viewer', member: 'a member', admin: 'an admin' };

/** What the reader may do now. */
const MAY: Record<Target, Record<InvitedRole, string>> = {
  account: {
    viewer: 'You can see everything in it, and change nothing.',
    member: 'You can add transactions, and change your own.',
    admin: 'You can change everything and invite others, but not delete it.',
  },
  budget: {
    viewer: 'You can see what it covers, and contribute income.',
    member: 'You can see what it covers, and contribute income.',
    admin: 'You can contribute income and expenses, and invite others to it.',
  },
};

export function changed(name: string, role: InvitedRole, target: Target): string {
  return `In ${name} you are ${NOW[role]} now. ${MAY[target][role]}`;
}
