// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { writeSyncState } from '#store/database/sync-state';
import { type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import SyncPanel from './sync-panel.tsx';
import { useSyncSummary } from './use-sync-summary.ts';

let shown: Screen;
afterEach(() => shown.close());

function Panel() {
  const summary = useSyncSummary();
  return summary ? <SyncPanel summary={summary} /> : null;
}

test('an older server is named as the cause while entries wait, and nothing is asked of the user', async () => {
  const retryAt = new Date(Date.now() + 40_000).toISOString();
  shown = await showSignedIn(<Panel />, (db) =>
    writeSyncState(db, { phase: 'waiting', lastError: 'server_outdated', retryAt }),
  );
  await screen.findByText(
    'The server is older than this app. Nothing is lost: entries are kept here and sent after the server’s update.',
  );
  await screen.findByText(/^Next attempt in/);
  expect(screen.queryByRole('button', { name: 'Reload to update' })).toBeNull();
});

test('a part that could not be loaded is named, and the offered reload stays during attempts', async () => {
  const retryAt = new Date(Date.now() + 40_000).toISOString();
  shown = await showSignedIn(<Panel />, (db) =>
    writeSyncState(db, { phase: 'waiting', lastError: 'part_missing', retryAt }),
  );
  await screen.findByText(/^A part of Carryover could not be loaded. Reload if this stays/);
  await screen.findByText(/^Next attempt in/);
  const reload = screen.getByRole('button', { name: 'Reload' });
  await writeSyncState(shown.db, { phase: 'syncing', retryAt: null });
  await waitFor(() => expect(screen.queryByText(/^Next attempt in/)).toBeNull());
  expect(reload.isConnected).toBe(true);
});
