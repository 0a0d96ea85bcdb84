import type { SyncState } from '#store/sync-state';

export interface SyncSummary {
  state: SyncState;
  /** Entries on their way to the server. */
  waiting: number;
  /** Entries that the user has to look at. */
  attention: number;
}

export interface SyncHeadline {
  tone: 'calm' | 'busy' | 'attention';
  text: string;
  /** The same in as little room as a phone has. */
  short: string;
}

/**
 * The state of this device in one line, most urgent first. A sync that only asks for news is not worth a word: "Syncing" says
 * that something is under way which is not yet here or there.
 */
export function syncHeadline({ state, waiting, attention }: SyncSummary, now: Date): SyncHeadline {
  if (attention > 0) {
    return { tone: 'attention', text: `Needs your attention (${attention})`, short: `Attention (${attention})` };
  }
  if (state.phase === 'upgrade_required' || state.phase === 'signed_out') {
    return { tone: 'attention', text: 'Needs your attention', short: 'Attention' };
  }
  const moving = waiting > 0 || state.backfill !== null || state.lastSyncedAt === null;
  if (state.phase === 'syncing' && moving) return { tone: 'busy', text: 'Syncing', short: 'Syncing' };
  if (waiting > 0) return { tone: 'busy', text: `${waiting} waiting`, short: `${waiting} waiting` };
  const cutOff = state.phase === 'offline' || state.phase === 'waiting';
  if (cutOff || state.lastSyncedAt === null) {
    return { tone: 'calm', text: 'Saved on this device', short: 'Saved' };
  }
  const time = syncTime(state.lastSyncedAt, now);
  return { tone: 'calm', text: `Up to date, ${time}`, short: time };
}

/** The time of day of a moment of today, else its date as well. */
export function syncTime(at: string, now: Date): string {
  const moment = new Date(at);
  const time = moment.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
  if (moment.toDateString() === now.toDateString()) return time;
  return `${moment.toLocaleDateString('en-US', { month: 'short', day: 'numeric' })}, ${time}`;
}

/** Why nothing moves at the moment, as a sentence; null when there is nothing to say. */
export function syncExplanation({ state, waiting }: SyncSummary, now: Date): string | null {
  const again = state.retryAt && state.phase === 'waiting' ? ` Next attempt at ${syncTime(state.retryAt, now)}.` : '';
  switch (state.phase) {
    case 'upgrade_required':
      return 'This version of Carryover is older or newer than the server. Reload to update; what you entered is kept.';
    case 'signed_out':
      return 'The server asks you to log in again. What you entered is kept on this device.';
    case 'offline':
      return 'No connection. You can go on working: everything is saved on this device and sent when you are back.';
    case 'waiting':
      return `${failures[state.lastError ?? 'server']}${again}`;
    case 'syncing':
      return state.backfill
        ? `Fetching your history: ${state.backfill.loaded} of ${state.backfill.total} months.`
        : null;
    case 'idle':
      return waiting > 0 ? 'About to be sent.' : null;
  }
}

const failures: Record<NonNullable<SyncState['lastError']>, string> = {
  offline: 'The server cannot be reached.',
  unauthorized: 'The session has to be renewed.',
  forbidden_user: 'The server knows this session as another user’s.',
  upgrade_required: 'The server needs another version of Carryover.',
  retryable: 'The server is busy.',
  server: 'The server had a problem.',
  malformed: 'The server’s answer made no sense.',
  storage_full: 'This device has no room left for the server’s answer.',
  storage_unavailable: 'This browser does not let Carryover store anything.',
  storage: 'This device could not store the server’s answer.',
};
