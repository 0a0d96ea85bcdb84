import { counted } from '#domain/numbers';

export const TITLE = 'Log out?';
export const TITLE_UNSYNCED = 'Log out with unsynced work?';
export const LOG_OUT_AND_KEEP = 'Log out and keep';
export const WAIT = 'Wait';
export const STAY = 'Stay logged in';
export const ALL_SENT = 'Everything is on the server now. You can log out.';

export function refused(entries: number): string {
  return `The server did not take ${countedEntries(entries)}. Close this and look at the sync state for what to do, export what is missing, or log out and keep it on this device for your next log-in here.`;
}

export function sending(entries: number): string {
  return `Sending ${countedEntries(entries)}… You are logged out as soon as that is done.`;
}

export function stuck(entries: number): string {
  return `Sending ${countedEntries(entries)}… Nothing gets through at the moment; it is tried again until you close this.`;
}

export function unsent(entries: number): string {
  const have = counted(entries, 'entry has', 'entries have');
  return `${have} not reached the server yet. You can wait until everything is sent, export what is missing, or log out and keep it on this device for your next log-in here. Nobody else who logs in on this device sees it.`;
}

function countedEntries(count: number): string {
  return counted(count, 'entry', 'entries');
}
