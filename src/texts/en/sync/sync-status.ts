/** The line in the header that says where the user's entries are. */
import { formatCount } from '#domain/money/numbers';

export const LABEL = 'Sync state';
export const ATTENTION = 'Needs your attention';
export const ATTENTION_SHORT = 'Attention';
export const SYNCING = 'Syncing';
export const SAVED = 'Saved on this device';
export const SAVED_SHORT = 'Saved';
export const OFFLINE = 'Offline, saved on this device';
export const OFFLINE_SHORT = 'Offline';
export const UP_TO_DATE_SHORT = 'Up to date';

/** The control, for who does not see that it is about the sync. */
export function control(state: string): string {
  return `Sync: ${state}`;
}

export function attention(entries: number): string {
  return `Needs your attention (${formatCount(entries)})`;
}

/** Behind `ATTENTION_SHORT`. */
export function count(entries: number): string {
  return `(${formatCount(entries)})`;
}

export function waiting(entries: number): string {
  return `${formatCount(entries)} waiting`;
}

export function syncing(entries: number): string {
  return `Syncing, ${formatCount(entries)} waiting`;
}

export function upToDate(time: string): string {
  return `Up to date, ${time}`;
}

export function timeOfDay(day: string, time: string): string {
  return `${day}, ${time}`;
}
