import type { HistoryEvent } from '#domain/transactions/history';

export const HISTORY = 'History';
export const ACTIVITY = 'Activity';
export const LOADING = 'Loading…';
export const OFFLINE_TITLE = 'This needs a connection.';
export const OFFLINE_EXPLANATION = 'The server keeps who changed what. Everything else here works without it.';
export const FAILED = 'This could not be loaded.';
export const NONE = 'The server knows nothing about this yet.';
export const KEPT = 'Changes are kept for a year.';
export const SHOW_OLDER = 'Show older';
export const NOTHING = 'nothing';
export const NO_LONGER_HERE = 'no longer here';
export const ANOTHER_PERSON = 'another person';
export const IS_NOW = 'is now';
export const YES = 'yes';
export const NO = 'no';

export const RESTORE = 'Restore this version';
export const RESTORED_TITLE = 'Version restored';
export const RESTORED_DESCRIPTION = 'It is an edit like any other.';
export const NOT_RESTORED = 'Could not restore the version.';

export const RECONCILED_QUESTION = 'Change a reconciled entry?';
export const RECONCILED_EXPLANATION =
  'It was agreed with a statement of the bank. Afterwards the two may not agree any more.';

export const IT = 'it';
export const THE_ACCOUNT = 'the account';
export const SOMETHING = 'something';

/** Labels of fields that no other screen names. */
export const LINES = 'Split';
export const ARCHIVED = 'Archived';
export const POSITION = 'Position';
export const GROUP = 'Group';
export const NUMBER = 'Account number';
export const OWNER = 'Owner';
export const STARTS = 'Starts';
export const IMPORT = 'Import';
/** What the bank wrote of a row, as it stood in the file. */
export const IMPORTED_TEXT = 'Bank’s text';
/** An import that is not on this device. */
export const A_FILE = 'a file';

const ACTIONS: Record<HistoryEvent['kind'], (what: string) => string> = {
  addition: (what) => `added ${what}`,
  change: (what) => `changed ${what}`,
  removal: (what) => `deleted ${what}`,
  restore: (what) => `brought ${what} back`,
  arrival: (what) => `moved ${what} here from another account`,
  departure: (what) => `moved ${what} to another account`,
};

/** `Ben changed Lunch`. */
export function action(who: string, kind: HistoryEvent['kind'], what: string): string {
  return `${who} ${ACTIONS[kind](what)}`;
}

export function category(name: string): string {
  return `the category ${name}`;
}

export function budget(name: string): string {
  return `the budget ${name}`;
}

export function lines(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`;
}

export function activityOf(account: string): string {
  return `Activity of ${account}`;
}

/** The time comes formatted. */
export function restoreOf(moment: string): string {
  return `${RESTORE}, of ${moment}`;
}
