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
  'category.update',
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

/** Deeds of bookkeeping, by commands. They stand apart from DEEDS, so that a kept history means what it meant. */
export const BOOK_DEEDS = [
  'account.open',
  'adjustment.add',
  'transaction.update',
  'transaction.delete',
  'transfer.add',
  'transfer.edit',
  'transfer.delete',
  'transfer.link',
  'transfer.unlink',
  'split.add',
  'split.edit',
  'split.join',
  'split.rename',
  'status.set',
  'reconciliation.finish',
  'reconciliation.undo',
  'deed.undo',
  'deed.redo',
] as const;

/** Deeds with bank files, by commands. */
export const IMPORT_DEEDS = ['file.import', 'file.revert'] as const;

/** Deeds with money that comes back, by commands. */
export const REFUND_DEEDS = ['refund.add', 'refund.turn'] as const;

/** Deeds with many rows, by the commands of a selection. */
export const MANY_DEEDS = ['rows.change', 'rows.tick', 'rows.delete'] as const;

/** Deeds with forms that stay open for a while, and what happens meanwhile. */
export const FORM_DEEDS = ['form.open', 'form.save', 'own.rename'] as const;

/** Deeds with whole books: copies of them, and those that somebody keeps without a login. */
export const WHOLE_DEEDS = ['copy.write', 'copy.restore', 'local.bring'] as const;

/** Two categories become one, by the command of a screen. */
export const MERGE_DEEDS = ['category.merge'] as const;

/** Entries that repeat, by commands. What devices add by themselves is one of them. */
export const SCHEDULE_DEEDS = [
  'schedule.add',
  'schedule.change',
  'occurrence.skip',
  'occurrence.add',
  'occurrence.place',
  'due.add',
] as const;

/**
 * `correct` writes a value that nobody wrote before, so that it tells whose it is. `write down` enters a transaction
 * with the time that the device's clock shows.
 */
export const ALL_DEEDS = [
  ...DEEDS,
  'correct',
  'write down',
  ...BOOK_DEEDS,
  ...IMPORT_DEEDS,
  ...MANY_DEEDS,
  ...FORM_DEEDS,
  ...WHOLE_DEEDS,
  ...REFUND_DEEDS,
  ...MERGE_DEEDS,
  ...SCHEDULE_DEEDS,
] as const;
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

const CATEGORIES = ['Food', 'Home', 'Meals'];

export function namedBy(number: number): string {
  return CATEGORIES[number % CATEGORIES.length] ?? 'Food';
}

export function dateIn(number: number): string {
  const month = (number % 6) + 1;
  return `2026-0${month}-1${month - 1}`;
}
