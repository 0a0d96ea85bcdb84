import { describe, expect, test } from 'vitest';
import type { SyncState } from '#store/database/sync-state';
import { syncHeadline } from './sync-headline.ts';
import { NOW, SYNCED } from './sync-state.fixture.ts';

function headline(state: Partial<SyncState>, waiting = 0, attention = 0): string {
  return syncHeadline({ state: { ...SYNCED, ...state }, waiting, attention }, NOW).text;
}

describe('the line in the header', () => {
  test('tells since when everything is on the server', () => {
    expect(headline({})).toBe('Up to date, 2:32 PM');
  });

  test('shows the date when it was not today', () => {
    expect(headline({ lastSyncedAt: new Date(2026, 10, 20, 9, 5).toISOString() })).toBe('Up to date, Nov 20, 9:05 AM');
  });

  test('counts the waiting entries while there is no connection', () => {
    expect(headline({ phase: 'offline' }, 3)).toBe('3 waiting');
  });

  test('promises only this device when nothing waits and there is no connection', () => {
    expect(headline({ phase: 'offline' })).toBe('Offline, saved on this device');
    expect(headline({ phase: 'waiting' })).toBe('Saved on this device');
    expect(headline({ phase: 'idle', lastSyncedAt: null })).toBe('Saved on this device');
  });

  test('reads as a state on a phone, not as a clock', () => {
    const short = (state: Partial<SyncState>) =>
      syncHeadline({ state: { ...SYNCED, ...state }, waiting: 0, attention: 0 }, NOW).short;
    expect(short({})).toBe('Up to date');
    expect(short({ phase: 'offline' })).toBe('Offline');
    expect(short({ phase: 'waiting' })).toBe('Saved');
  });

  test('counts the entries that are being sent', () => {
    expect(headline({ phase: 'syncing' }, 2)).toBe('Syncing, 2 waiting');
  });

  test('shows Syncing while history is being fetched', () => {
    expect(headline({ phase: 'syncing', backfill: { loaded: 3, total: 40 } })).toBe('Syncing');
  });

  test('does not flicker when it only asks for news', () => {
    expect(headline({ phase: 'syncing' })).toBe('Up to date, 2:32 PM');
  });

  test('stays while the next attempt after a failure has no answer', () => {
    expect(headline({ phase: 'syncing', lastError: 'offline' })).toBe('Offline, saved on this device');
    expect(headline({ phase: 'syncing', lastError: 'server' })).toBe('Saved on this device');
  });

  test('shows what needs the user before everything else', () => {
    expect(headline({ phase: 'offline' }, 5, 2)).toBe('Needs your attention (2)');
    expect(headline({ phase: 'signed_out' }, 5)).toBe('Needs your attention');
    expect(headline({ phase: 'upgrade_required' })).toBe('Needs your attention');
  });
});
