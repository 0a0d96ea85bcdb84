/** How a history writes down a deed. */

/** What people do on a device. `a`, `b` and the device's rows decide which row, account or person it concerns. */
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
/**
 * `correct` writes a value that nobody wrote before, so that it tells whose it is. `write down` enters a transaction
 * with the time that the device's clock shows.
 */
export const ALL_DEEDS = [...DEEDS, 'correct', 'write down'] as const;
export type Deed = (typeof ALL_DEEDS)[number];

/** `a` chooses the thing, and `b` chooses what happens to it. */
export interface Choice {
  deed: Deed;
  a: number;
  b: number;
}

export function pick<T>(from: readonly T[], number: number): T | undefined {
  return from[number % Math.max(1, from.length)];
}
