/** The notices about accounts (specification, point 8). */
import type { Notice } from '#ui/notice-board.ts';
import type { Failure } from './command-notice.ts';

export const LOAD_FAILURE = { title: 'Failed to load accounts' };

/** A failure carries the message of what failed, or its fallback. */
export const ACCOUNT_FAILURES = {
  create: { title: 'Account creation failed', fallback: 'Could not save account.' },
  update: { title: 'Account update failed', fallback: 'Could not save account.' },
  remove: { title: 'Account deletion failed', fallback: 'Could not delete account.' },
} as const satisfies Record<string, Failure>;

/** The user owns no other account. */
export const LAST_ACCOUNT = { title: 'Cannot delete account', description: 'You must have at least one account.' };

export function accountCreated(name: string): Notice {
  return { title: 'Account created', description: `${name} has been successfully created.`, tone: 'success' };
}

export const ACCOUNT_UPDATED: Notice = {
  title: 'Account updated',
  description: 'Account information has been updated.',
  tone: 'success',
};

export const ACCOUNT_DELETED: Notice = {
  title: 'Account deleted',
  description: 'Account has been removed from your ledger.',
  tone: 'success',
};

export const TOO_LATE_TO_UNDO: Notice = {
  title: 'Too late to undo',
  description: 'The deletion was already sent.',
  tone: 'info',
};
