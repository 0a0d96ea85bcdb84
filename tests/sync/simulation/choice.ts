/** How a deed is written down in a history. */

/** What people do on a device. Which row, account or person it is about follows from `a` and `b` and from what is there. */
export const DEEDS = [
  'enter',
  'edit',
  'erase',
  'bring back',
  'import',
  'undo',
  'account.create',
  'account.ensure_default',
  'account.update',
  'account.delete',
  'category.create',
  'category.rename',
  'category.delete',
  'budget.create',
  'budget.update',
  'budget.delete',
  'invitation.send',
  'invitation.resend',
  'invitation.accept',
  'invitation.decline',
  'invitation.revoke',
  'membership.leave',
  'membership.remove',
  'membership.change_role',
  'settle',
] as const;
export type Deed = (typeof DEEDS)[number];

/** `a` chooses what it is about, `b` what becomes of it. */
export interface Choice {
  deed: Deed;
  a: number;
  b: number;
}

export function pick<T>(from: readonly T[], number: number): T | undefined {
  return from[number % Math.max(1, from.length)];
}
