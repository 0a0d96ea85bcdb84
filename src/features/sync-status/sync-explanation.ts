/** What the panel adds to the headline: why nothing moves, when it is tried again, and what the browser promised. */
import type { Persistence } from '#store/persistence';
import type { SyncState } from '#store/sync-state';
import type { SyncSummary } from './sync-wording.ts';

/** Why nothing moves at the moment, as a sentence; null when there is nothing to say. */
export function syncExplanation({ state, waiting }: SyncSummary): string | null {
  switch (state.phase) {
    case 'upgrade_required':
      return 'Carryover needs an update: reload. If the server is the older one, it has to be updated first. What you entered is kept and sent afterwards.';
    case 'signed_out':
      return 'The server asks you to log in again. What you entered is kept on this device.';
    case 'offline':
      return `${failures.offline} You can go on working: everything is saved on this device and sent when you are back.`;
    case 'waiting':
      return failures[state.lastError ?? 'server'];
    case 'syncing':
      return state.backfill
        ? `Fetching your history: ${state.backfill.loaded} of ${state.backfill.total} months.`
        : null;
    case 'idle':
      return waiting > 0 ? 'About to be sent.' : null;
  }
}

const failures: Record<NonNullable<SyncState['lastError']>, string> = {
  offline: 'No connection.',
  unauthorized: 'The session has to be renewed.',
  forbidden_user: 'The server knows this session as another user’s.',
  upgrade_required: 'The server needs another version of Carryover.',
  retryable: 'The server is busy.',
  server: 'The server does not answer properly.',
  malformed: 'The server does not answer properly.',
  storage_full: 'This device has no room left for the server’s answer.',
  storage_unavailable: 'This browser does not let Carryover store anything.',
  storage: 'This device could not store the server’s answer.',
};

/** How long until it is tried again: "Next attempt in 40 s"; null when no attempt is planned for want of a failure. */
export function nextAttempt({ phase, retryAt }: SyncState, now: Date): string | null {
  if (retryAt === null || (phase !== 'waiting' && phase !== 'offline')) return null;
  const seconds = Math.ceil((Date.parse(retryAt) - now.getTime()) / 1000);
  if (seconds <= 0) return 'Trying again now';
  return seconds < 60 ? `Next attempt in ${seconds} s` : `Next attempt in ${Math.ceil(seconds / 60)} min`;
}

/** A channel that has not noticed yet that the network is gone carries no hints either. */
export function liveUpdates({ hints, lastError }: SyncState): string {
  return hints === 'joined' && lastError !== 'offline' ? 'Live updates on' : 'Live updates off';
}

/** Whether the browser keeps the data when room gets scarce. */
export const persistenceTexts: Record<Persistence, string> = {
  granted: 'The browser promised to keep this data',
  denied: 'The browser may remove this data when space runs low',
  unsupported: 'This browser makes no promise to keep this data',
};
