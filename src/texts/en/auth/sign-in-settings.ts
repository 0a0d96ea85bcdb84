import { counted } from '#domain/money/numbers';

export const TITLE = 'Sign-in settings';
export const OFFLINE_TITLE = 'You are offline';
export const OFFLINE = 'Your login is kept by the server, so these settings need a connection. Everything else works.';

export const PASSWORD = 'Change password';
export const PASSWORD_ABOUT = 'Needs your present password.';
export const PRESENT_PASSWORD_MISSING = 'Enter your present password.';
export const PRESENT_PASSWORD_WRONG = 'This is not your present password.';
export const LOG_OUT_OTHERS = 'Log out my other devices';
export const LOG_OUT_OTHERS_HINT = 'Leave this on if somebody else may know your password.';

export const EMAIL = 'Change email';
export const NEW_EMAIL = 'New email';
export const SEND_LINKS = 'Change email';
export const EMAIL_SAME = 'This is your address already.';
export const EMAIL_TAKEN = 'Somebody else has this address. Enter another one.';
export const EMAIL_ERROR = 'The address could not be changed.';
export const EMAIL_CHANGED = 'Email changed';
export const NO_MAIL_TITLE = 'No mail leaves this server';

export const SESSIONS = 'Devices where you are logged in';
export const SESSIONS_ABOUT = 'See them, and log any of them out.';
export const SESSIONS_LOADING = 'Asking the server…';
export const SESSIONS_MISSING = 'This server has no list of your devices. You can still log all the others out.';
export const SESSIONS_ALONE = 'You are logged in nowhere else.';
export const SESSIONS_ERROR = 'The server did not tell where you are logged in.';
export const SAMSUNG_INTERNET = 'Samsung Internet';
export const THIS_DEVICE = 'This device';
export const END_SESSION = 'End this session';
export const END_OTHERS = 'End all others';
export const SESSION_ENDED = 'Session ended';
export const OTHERS_ENDED = 'You are logged in on this device only';
export const END_FAILED = 'The session could not be ended.';
export const SESSION_KEEPS =
  'A device that is logged out keeps what it has fetched, and entries that it has not sent. ' +
  'They stay until somebody deletes them there.';

export const DELETE = 'Delete my login and data';
export const DELETE_ABOUT = 'Ends your use of Carryover. This cannot be undone.';
export const EXPORT_ALL = 'Export all my entries';
export const EXPORT_FIRST = 'Nobody can bring your data back. Export your entries first if you may need them.';
export const EXPORT_PART = 'Older entries are missing in the file';
export const EXPORT_PART_WHY = 'They are still on their way to this device. Export again when everything is here.';
export const EXPORT_FAILED = 'Failed to export';
export const NOTES = 'Notes';
export const ENTERED_BY = 'Entered by';
export const DELETE_STAYS =
  'What you entered in accounts of other people stays there, without your name. ' +
  'Your other devices keep what they have fetched until you delete it there.';
export const PASSWORD_TO_DELETE = 'Your password';
export const PASSWORD_WRONG = 'This is not your password.';
export const NO_PASSWORD = 'I have no password';
export const HAVE_PASSWORD = 'I have a password';
export const EMAIL_TO_DELETE = 'Type your email to confirm';
export const EMAIL_DIFFERS = 'This is not the address that you are logged in with.';
export const LOG_IN_AGAIN = 'You logged in more than ten minutes ago. Log out, log in again, and come back here.';
export const DELETE_ERROR = 'Your login could not be deleted.';
export const DELETING = 'Deleting…';
export const DELETED = 'Your login and data are deleted';
export const DELETED_HERE = 'This device has forgotten them, too.';
export const FORGET_FAILED = 'Your login is deleted, but this device could not forget your data';
export const FORGET_FAILED_WHY = 'Delete the data of this site in the settings of your browser.';

/** `left` is how many other sessions are open; null when the server does not tell. */
export function passwordChanged(left: number | null): string {
  if (left === null) return '';
  if (left === 0) return 'You are logged in on this device only.';
  return `You stay logged in on ${counted(left, 'other device', 'other devices')}.`;
}

export function mailed(email: string): string {
  const links = 'Open the links in them within an hour. Until then nothing changes.';
  return `Mails are on their way to ${email} and to your present address. ${links}`;
}

export function keptOnServer(email: string): string {
  const where = `The mail to ${email} is in the mail outbox of the machine that the server runs on.`;
  return `This server sends no mail. ${where} The address changes when somebody opens its link there.`;
}

export function loggedInWith(email: string): string {
  return `You log in with ${email}.`;
}

/** Either may be unknown. */
export function device(browser: string | null, system: string | null): string {
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown browser';
}

/** `when` is a day or a time. */
export function lastUsed(when: string): string {
  return `Last used ${when}`;
}

export function loggedInOn(day: string): string {
  return `logged in ${day}`;
}

/** Read out instead of the button's words, which are the same on every line. */
export function endSessionOf(which: string): string {
  return `End this session: ${which}`;
}

export function accountsGo(names: readonly string[]): string {
  return `These accounts and everything in them are deleted: ${names.join(', ')}.`;
}

export function unsentGo(entries: number): string {
  const have = counted(entries, 'entry has', 'entries have');
  return `${have} not reached the server yet. They are lost as well. The export holds the transactions among them.`;
}
