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

export function refused(entries: number): string {
  const problem = `The server did not take ${countedEntries(entries)}.`;
  return `${problem} You can close this and see the reasons in the sync panel. ${EXPORT_OR_KEEP}`;
}

export function sending(entries: number): string {
  return `Sending ${countedEntries(entries)}… You are logged out as soon as that is done.`;
}

export function stuck(entries: number): string {
  return `Sending ${countedEntries(entries)}… The server cannot be reached. Sending goes on until you close this.`;
}

export function unsent(entries: number): string {
  const have = counted(entries, 'entry has', 'entries have');
  return `${have} not reached the server yet. You can wait until everything is sent. ${EXPORT_OR_KEEP}`;
}

function countedEntries(count: number): string {
  return counted(count, 'entry', 'entries');
}
