/** For somebody who started on this device without a login. */
import { counted } from '#domain/money/numbers';

export const START_FAILED = 'This could not be started';
export const START_ERROR = 'A part of the app or the storage of this browser is missing. Go online and try again.';

export const MARK = 'Only on this device';
export const RISK =
  'If it is lost or its browser data is cleared, your entries are gone. Whoever unlocks it sees them.';

export const SHARING_TITLE = 'Sharing needs a login';
export const SHARING = 'Others find you by your email address. Log in or sign up, and bring your entries along.';
export const SETTINGS_TITLE = 'No login yet';

/** On the sign-in page. */
export const COMES_ALONG =
  'Sign up and log in here with one email address, and your entries on this device come along.';

export const UNDER_WAY = 'Your entries on this device are coming along into your login…';
export const CARRIED_TITLE = 'Your entries are in your login now';
export const FAILED_TITLE = 'Not all entries came along yet';
export const FAILED = 'Nothing is lost: the rest is still on this device. It goes on when the app opens again.';

export const QUESTION = 'Bring your entries along?';
export const LEFT = 'What you leave here shows again when nobody is logged in on this device.';
export const BRING = 'Bring them';
export const LEAVE = 'Leave them here';
export const DELETE_TITLE = 'Delete these entries?';
export const DELETE_CONSEQUENCE = 'No server has them. They cannot be brought back.';
export const DELETE = 'Delete them';
export const DELETED = 'The entries without a login are deleted';
export const DELETE_FAILED = 'The entries could not be deleted';
export const DELETE_ERROR = 'Close the other tabs with Carryover and try again.';

/** `alone`: how many were sides of transfers whose other side is gone. */
export function carried(entries: number, email: string, alone: number): string {
  const all = `${entriesOf(entries)} without a login came along to ${email}.`;
  if (alone === 0) return all;
  const sides = counted(alone, 'side of a transfer', 'sides of transfers');
  return `${all} ${sides} without the other side came as income or expense.`;
}

/** What stands to decide. `accounts` are names. */
export function found(email: string, entries: number, accounts: readonly string[]): string {
  const where = accounts.length === 0 ? '' : ` in ${LIST.format(accounts)}`;
  return `You are logged in as ${email}. On this device are ${entriesOf(entries)}${where}, made without a login.`;
}

/** The choice to put the entries of a local account into the user's own account of the same name. */
export function merge(name: string): string {
  return `Put them into the account “${name}” that you already have`;
}

function entriesOf(count: number): string {
  return count === 0 ? 'no entries' : counted(count, 'entry', 'entries');
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });
