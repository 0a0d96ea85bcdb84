/** What the user did and what became of it, as the sync panel, toasts and the export of what is unsynced say it. */
import { counted } from '#domain/money/numbers';
import type { Call } from '#domain/mutations/operations';
import type { Rename, Unmerge } from '#domain/mutations/renames';
import type { Refusal } from '#domain/mutations/verdicts';
import * as failures from '../failures.ts';

/** What is done to what. */
export const ACTIONS = {
  insert: {
    accounts: 'Add account',
    transactions: 'Add transaction',
    categories: 'Add category',
    budgets: 'Add budget',
    reconciliations: 'Reconcile',
    imports: 'Import',
    schedules: 'Add schedule',
  },
  patch: {
    accounts: 'Change account',
    transactions: 'Change transaction',
    categories: 'Change category',
    budgets: 'Change budget',
    reconciliations: 'Change reconciliation',
    imports: 'Change import',
    schedules: 'Change schedule',
  },
  delete: {
    accounts: 'Delete account',
    transactions: 'Delete transaction',
    categories: 'Delete category',
    budgets: 'Delete budget',
    reconciliations: 'Undo reconciliation',
    imports: 'Revert import',
    schedules: 'Delete schedule',
  },
};
/** What is done to several transactions at once. */
const OF_MANY = { insert: 'Add', patch: 'Change', delete: 'Delete', restore: 'Restore' };

export function ofMany(kind: keyof typeof OF_MANY, count: number): string {
  return `${OF_MANY[kind]} ${counted(count, 'transaction', 'transactions')}`;
}

export const RESTORE_TRANSACTION = 'Restore transaction';

/** They are described with their names. */
type RenameName = (Rename | Unmerge)['name'];

export const CALLS: Record<Exclude<Call['name'], RenameName | 'invitation.send'>, string> = {
  'invitation.resend': 'Resend invitation',
  'invitation.accept': 'Accept invitation',
  'invitation.decline': 'Decline invitation',
  'invitation.revoke': 'Revoke invitation',
  'membership.leave': 'Leave',
  'membership.remove': 'Remove member',
  'membership.change_role': 'Change role',
  'notice.read': 'Dismiss notice',
  'occurrence.skip': 'Skip',
  'occurrence.unskip': 'Skip no more',
};

export const REFUSALS: Record<Refusal, string> = {
  forbidden: 'You are not allowed to do this.',
  gone: 'It does not exist any more, or is no longer shared with you.',
  invalid: 'A value is not allowed.',
  duplicate: 'It exists already.',
  reference: 'Something that it belongs to does not exist any more.',
  last_account: failures.LAST_ACCOUNT,
  category_in_use: failures.CATEGORY_IN_USE,
  payload_mismatch: 'It was sent before with another content.',
  expired: 'The invitation has expired.',
  settled: 'The invitation was answered or withdrawn already.',
  self: failures.SELF_INVITED,
  already_member: 'This user already has access.',
  already_invited: 'This user already has a pending invitation.',
  forgotten: 'It is so old that the server no longer knows whether it has it. If it is not there, try again.',
};

/** Where the server refused because of a limit of one person. */
export const TOO_MUCH =
  'It is more than one person may have on this server. Delete what you no longer need, then try again.';

/** Fields that only entries name. */
export const GROUP = 'Group';
export const ARCHIVED = 'Archived';
export const NOT_ARCHIVED = 'Not archived';

export const LOST = 'The server was restored from a backup and lost this.';
export const BLOCKED_BY_OTHER = 'Waits for another entry that the server could not take.';
export const BLOCKED = 'The server could not take this. It is kept on this device.';
export const ACCOUNT_GONE = 'Its account is gone, or no longer shared with you.';
export const NOT_SHARED = 'It is no longer shared with you, or your role does not allow it.';

/** The fields of an entry, where no feature's word is theirs alone. */
export const ACCESS = 'Access';
export const EMPTY = '(empty)';
export const NO_SPLIT = '(no split)';

/** The value of a field that names something which is not on this device. */
export function noLongerHere(field: string): string {
  return `${field.toLowerCase()} no longer here`;
}

export function action(what: string, which: string): string {
  return `${what}: ${which}`;
}

const VERBS: Record<RenameName, [verb: string, to: string]> = {
  'category.rename': ['Rename category', 'to'],
  'category.merge': ['Merge category', 'into'],
  'category.unmerge': ['Undo merge of category', 'into'],
};

/** `account`: the account's name; null in an entry of v0.1.0, which renames in all of the user's accounts. */
export function renameCategory(name: RenameName, from: string, to: string, account: string | null): string {
  const [verb, preposition] = VERBS[name];
  return `${verb}${account === null ? '' : ` in ${account}`}: ${from} ${preposition} ${to}`;
}

export function invite(email: string): string {
  return `Invite: ${email}`;
}

export function transaction(what: string, amount: string): string {
  return `${what}, ${amount}`;
}

/** A bank's statement by its date and balance. */
export function statement(date: string, balance: string): string {
  return `${date}, ${balance}`;
}

/** Somebody's access; `target` is the account or budget, empty where that is not known. */
export function access(email: string, target: string): string {
  return target ? `${email}, ${target}` : email;
}

export function roleForbids(account: string): string {
  return `Your role in ${account} does not allow this.`;
}

/** The server refused it, but what the device knows by now would allow it. */
export function roleAllowsNow(account: string): string {
  return `The server refused this. As far as this device knows, your role in ${account} allows it now: try again.`;
}

export function accountGone(account: string): string {
  return `${account} is gone, or no longer shared with you.`;
}

/** An account that is no longer on this device. */
export function goneName(account: string): string {
  return `${account} (no longer here)`;
}

/** Somebody in a sentence: their e-mail, or the user themselves. */
export const BY_ONESELF = 'you, on another device,';
