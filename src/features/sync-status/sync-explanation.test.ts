import { expect, test } from 'vitest';
import type { SyncState } from '#store/database/sync-state';
import { liveUpdates, nextAttempt, syncExplanation } from './sync-explanation.ts';
import { NOW, SYNCED } from './sync-state.fixture.ts';

const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString();

function explanation(state: Partial<SyncState>): string | null {
  return syncExplanation({ state: { ...SYNCED, ...state }, waiting: 1, attention: 0 });
}

test('a server error or a malformed response does not count as a missing connection', () => {
  expect(explanation({ phase: 'waiting', lastError: 'server' })).toBe('The server does not answer properly.');
  expect(explanation({ phase: 'waiting', lastError: 'malformed' })).toBe('The server does not answer properly.');
  expect(explanation({ phase: 'offline', lastError: 'offline' })).toMatch(/^No connection\./);
});

test('an older server is named as the cause, and nothing is asked of the user', () => {
  const refused: Partial<SyncState> = { phase: 'waiting', lastError: 'server_outdated', retryAt: inSeconds(40) };
  expect(explanation(refused)).toBe(
    'The server is older than this app. Nothing is lost: entries are kept here and sent after the server’s update.',
  );
  expect(nextAttempt({ ...SYNCED, ...refused }, NOW)).toBe('Next attempt in 40 s');
});

test('a task for the user stays visible during the loop’s own attempts', () => {
  for (const lastError of ['upgrade_required', 'unauthorized', 'forbidden_user'] as const) {
    const said = lastError === 'upgrade_required' ? /^Carryover needs an update/ : /^The server asks you to log in/;
    const retried: Partial<SyncState> = { lastError, retryAt: inSeconds(1) };
    for (const phase of ['syncing', 'waiting'] as const) expect(explanation({ ...retried, phase })).toMatch(said);
    expect(nextAttempt({ ...SYNCED, ...retried, phase: 'waiting' }, NOW)).toBeNull();
  }
});

test('a missing connection stays explained while the next attempt has no answer', () => {
  const again: SyncState = { ...SYNCED, phase: 'syncing', lastError: 'offline' };
  const explained = (state: SyncState) => syncExplanation({ state, waiting: 0, attention: 0 });
  expect(explained(again)).toMatch(/^No connection\./);
  expect(nextAttempt(again, NOW)).toBe('Trying again now');
  expect(explained({ ...again, backfill: { loaded: 3, total: 40 } })).toBe('Fetching your history: 3 of 40 months.');
});

test('nothing is explained when all is well', () => {
  expect(syncExplanation({ state: SYNCED, waiting: 0, attention: 0 })).toBeNull();
});

test('the next attempt is counted down in seconds, and in minutes when it is far', () => {
  const failed: SyncState = { ...SYNCED, phase: 'offline', lastError: 'offline' };
  expect(nextAttempt({ ...failed, retryAt: inSeconds(40) }, NOW)).toBe('Next attempt in 40 s');
  expect(nextAttempt({ ...failed, retryAt: inSeconds(150) }, NOW)).toBe('Next attempt in 3 min');
  expect(nextAttempt({ ...failed, retryAt: inSeconds(-1) }, NOW)).toBe('Trying again now');
  expect(nextAttempt(SYNCED, NOW)).toBeNull();
});

test('live updates are off as soon as the network is found to be gone', () => {
  expect(liveUpdates(SYNCED)).toBe('Live updates on');
  expect(liveUpdates({ ...SYNCED, lastError: 'offline' })).toBe('Live updates off');
  expect(liveUpdates({ ...SYNCED, lastError: 'server' })).toBe('Live updates on');
});
