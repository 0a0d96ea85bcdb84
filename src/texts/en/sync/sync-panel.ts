/** What the sync panel says: why nothing moves, what waits, and what the browser promised. */
import { formatCount } from '#domain/money/numbers';

export const SYNC_NOW = 'Sync now';
export const RELOAD_TO_UPDATE = 'Reload to update';
export const RELOAD = 'Reload';
export const WAITING_TITLE = 'Waiting to be sent';

export const OFFLINE =
  'No connection. You can go on working: everything is saved on this device and sent when you are back.';
export const ABOUT_TO_BE_SENT = 'About to be sent.';
export const TRYING_AGAIN = 'Trying again now';

const SIGNED_OUT = 'The server asks you to log in again. What you entered is kept on this device.';

/** Why the last attempt to sync failed, and what the user is to do where it needs them. */
export const FAILURES = {
  offline: 'No connection.',
  unauthorized: SIGNED_OUT,
  forbidden_user: SIGNED_OUT,
  upgrade_required: 'Carryover needs an update: reload. Your entries are kept and sent afterwards.',
  server_outdated:
    'The server is older than this app. Nothing is lost: entries are kept here and sent after the server’s update.',
  retryable: 'The server is busy.',
  server: 'The server does not answer properly.',
  malformed: 'The server does not answer properly.',
  part_missing:
    'A part of Carryover could not be loaded. Reload if this stays: your entries are kept and sent afterwards.',
  storage_full: 'This device has no room left for the server’s answer. Free some space; entries are kept and sent.',
  storage_unavailable: 'This browser does not let Carryover store anything.',
  storage_closed: 'The browser closed the storage on this device.',
  storage_removed: 'The data on this device was removed.',
  storage_removed_local: 'The data on this device was removed.',
  storage: 'This device could not store the server’s answer.',
};

export const NOT_SYNCED = 'Not synced yet';
/** Unfolds what few people ask. */
export const DETAILS = 'Details';
export const LIVE = 'Live updates on';
export const NOT_LIVE = 'Live updates off';

/** Whether the app starts without a network. */
export const OPENS_OFFLINE = {
  yes: 'Opens offline: yes',
  not_yet: 'Opens offline: not yet',
  never: 'Opens offline: no, this browser does not allow it here, as in a private window',
};

/** Where the browser cannot wake the app when the network is back. */
export const SENDS_WHILE_OPEN = 'Sends what waits only while Carryover is open';

/** Whether the browser keeps the data when room gets scarce. */
export const PERSISTENCE = {
  granted: 'The browser promised to keep this data',
  denied: 'The browser may remove this data when space runs low',
  unsupported: 'This browser makes no promise to keep this data',
};
export const PERSISTENCE_NOT_ASKED = 'The browser was not asked yet to keep this data';
export const ASK_FOR_PERSISTENCE = 'Ask it to keep this data';
export const INSTALL_TO_PERSIST = 'Browsers keep the data of installed apps.';
export const INSTALL_BY_MENU = 'Look for “Install” in the browser’s menu.';

export const LOST_EXPLANATION =
  'A restored backup lacks these; they are kept here. “Send all again” skips what others entered: send those singly.';
export const SEND_ALL = 'Send all again';
export const SEND_ALL_FAILED = 'Cannot be sent again';
export const SEND_ALL_ERROR = 'They could not be saved on this device. Nothing was lost: try again, or one by one.';

export function backfill(loaded: number, total: number): string {
  return `Fetching your history: ${formatCount(loaded)} of ${formatCount(total)} months.`;
}

export function nextInSeconds(seconds: number): string {
  return `Next attempt in ${seconds} s`;
}

export function nextInMinutes(minutes: number): string {
  return `Next attempt in ${minutes} min`;
}

export function lastSync(time: string): string {
  return `Last sync ${time}`;
}

export function unreadable(entries: number): string {
  const what = entries === 1 ? '1 entry' : `${formatCount(entries)} entries`;
  return `${what} could not be read by this version`;
}

export function heldUntil(time: string): string {
  return `The server could not take this yet. Tried again at ${time}.`;
}

export function andMore(entries: number): string {
  return `and ${formatCount(entries)} more`;
}

export function showMore(entries: number): string {
  return `Show more (${formatCount(entries)})`;
}

export function lostTitle(entries: number): string {
  return `Lost by the server (${formatCount(entries)})`;
}

/** While there is nothing to settle. */
export const NOTHING_TO_SETTLE = 'If the server refuses an entry, or somebody overtakes you, you settle it here.';
