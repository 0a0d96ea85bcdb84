import { expect, test } from 'vitest';
import type { SyncState } from '#store/sync-state';
import { liveUpdates, nextAttempt, syncExplanation } from './sync-explanation.ts';

const now = new Date(2026, 10, 21, 15, 0);
const synced: SyncState = {
  phase: 'idle',
  lastSyncedAt: new Date(2026, 10, 21, 14, 32).toISOString(),
  lastError: null,
  retryAt: null,
  hints: 'joined',
  offsetMs: 0,
  backfill: null,
};

const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();

function explanation(state: Partial<SyncState>): string | null {
  return syncExplanation({ state: { ...synced, ...state }, waiting: 1, attention: 0 });
}

test('a server that answers with an error or with nonsense is not a missing connection', () => {
  expect(explanation({ phase: 'waiting', lastError: 'server' })).toBe('The server does not answer properly.');
  expect(explanation({ phase: 'waiting', lastError: 'malformed' })).toBe('The server does not answer properly.');
  expect(explanation({ phase: 'offline', lastError: 'offline' })).toMatch(/^No connection\./);
});

test('nothing is explained when all is well', () => {
  expect(syncExplanation({ state: synced, waiting: 0, attention: 0 })).toBeNull();
});

test('the next attempt is counted down in seconds, and in minutes when it is far', () => {
  const failed: SyncState = { ...synced, phase: 'offline', lastError: 'offline' };
  expect(nextAttempt({ ...failed, retryAt: inSeconds(40) }, now)).toBe('Next attempt in 40 s');
  expect(nextAttempt({ ...failed, retryAt: inSeconds(150) }, now)).toBe('Next attempt in 3 min');
  expect(nextAttempt({ ...failed, retryAt: inSeconds(-1) }, now)).toBe('Trying again now');
  expect(nextAttempt(synced, now)).toBeNull();
});

test('live updates are off as soon as the network is found to be gone', () => {
  expect(liveUpdates(synced)).toBe('Live updates on');
  expect(liveUpdates({ ...synced, lastError: 'offline' })).toBe('Live updates off');
  expect(liveUpdates({ ...synced, lastError: 'server' })).toBe('Live updates on');
});
