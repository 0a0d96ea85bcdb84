import { counted } from '#domain/money/numbers';

export const SECTION = 'Data kept on this device';
export const FORGET = 'Forget it';
export const CONFIRM = 'Forget data';
export const FORGOTTEN = 'Nothing of it is on this device any more';
export const FAILED = 'The data could not be removed';
export const ERROR = 'Close the other tabs with Carryover and try again.';

/** `email` is null where nobody wrote it down. */
export function kept(email: string | null): string {
  return `${dataOf(email)} is kept on this device for the next log-in here.`;
}

export function question(email: string | null): string {
  return email === null ? 'Forget this data?' : `Forget the data of ${email}?`;
}

/** `unsynced` counts the entries that only this device has; null when they cannot be counted. */
export function consequence(unsynced: number | null): string {
  if (unsynced === null) return 'What is in it cannot be read. What has not reached the server is lost for good.';
  if (unsynced === 0) return 'Everything in it is on the server, too, and comes back with the next log-in.';
  const lost = counted(
    unsynced,
    'entry has not reached the server and is',
    'entries have not reached the server and are',
  );
  return `${lost} lost for good. Everything else comes back with the next log-in.`;
}

function dataOf(email: string | null): string {
  return email === null ? 'Data of somebody who was logged in' : `Data of ${email}`;
}
