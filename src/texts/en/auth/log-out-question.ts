import { counted } from '#domain/money/numbers';

export const TITLE = 'Log out?';
export const TITLE_UNSYNCED = 'Log out with unsynced work?';
export const LOG_OUT_AND_KEEP = 'Log out and keep';
export const WAIT = 'Wait';
export const STAY = 'Stay logged in';
export const ALL_SENT = 'Everything is on the server now. You can log out.';

const EXPORT_OR_KEEP =
  'Or export it, or log out and keep it on this device for your next log-in here. ' +
  'Nobody else who logs in here sees it, but it is not encrypted. On a shared computer, somebody could read it.';

/** Nothing waits, and the server did not take some. */
export function refused(entries: number): string {
  return `${notTaken(entries)} You can close this and see the reasons in the sync panel. ${EXPORT_OR_KEEP}`;
}

/** While the user waits. */
export function sending(entries: number): string {
  return `Sending ${countedEntries(entries)}… You are logged out as soon as that is done.`;
}

/** While the user waits, and the last attempt failed. */
export function stuck(entries: number): string {
  return `Sending ${countedEntries(entries)}… The server cannot be reached. Sending goes on until you close this.`;
}

/** Before the user waits. `untaken`: how many the server did not take, which no waiting sends. */
export function unsent(waiting: number, untaken: number): string {
  const have = counted(waiting, 'entry has', 'entries have');
  const problem = untaken > 0 ? ` ${notTaken(untaken)}` : '';
  return `${have} not reached the server yet. You can wait until that is done.${problem} ${EXPORT_OR_KEEP}`;
}

function notTaken(entries: number): string {
  return `The server did not take ${countedEntries(entries)}.`;
}

function countedEntries(count: number): string {
  return counted(count, 'entry', 'entries');
}
