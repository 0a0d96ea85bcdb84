// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Database } from '#store/database/database';
import { askForPersistence } from '#store/database/persistence';
import { writeSyncState } from '#store/database/sync-state';
import { type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { Panel } from './sync-panel.fixture.tsx';

let shown: Screen;
afterEach(() => shown.close());

async function show(prepare: (db: Database) => Promise<unknown>): Promise<void> {
  shown = await showSignedIn(<Panel />, prepare);
}

test('without entries to settle the panel shows the last sync and offers no export', async () => {
  await show((db) => writeSyncState(db, { lastSyncedAt: new Date().toISOString(), hints: 'joined' }));
  await screen.findByText(/^Last sync/);
  expect(screen.getByText('Live updates on')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

test('the details come with all that stands above them, so they never move away from under a finger', async () => {
  await show((db) => writeSyncState(db, { lastSyncedAt: new Date().toISOString() }));
  await screen.findByText('Details');
  expect(screen.getByText('The browser was not asked yet to keep this data')).toBeTruthy();
});

/** A browser that can be asked to keep the data. */
function browserThatKeeps(data: { kept: boolean }) {
  Object.defineProperty(navigator, 'storage', { value: { persist: async () => data.kept }, configurable: true });
}

test('a browser that made no promise to keep the data can be asked for it', async () => {
  const data = { kept: false };
  browserThatKeeps(data);
  await show((db) => askForPersistence(db));
  expect(await screen.findByText('The browser may remove this data when space runs low')).toBeTruthy();
  data.kept = true;
  fireEvent.click(screen.getByRole('button', { name: 'Ask it to keep this data' }));
  expect(await screen.findByText('The browser promised to keep this data')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ask it to keep this data' })).toBeNull();
});

test('when the browser refuses to keep the data, the panel tells that installing helps', async () => {
  browserThatKeeps({ kept: false });
  await show((db) => askForPersistence(db));
  fireEvent.click(await screen.findByRole('button', { name: 'Ask it to keep this data' }));
  expect(await screen.findByText(/^Browsers keep the data of installed apps\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ask it to keep this data' })).toBeNull();
});

test('a browser that cannot be asked gets no button', async () => {
  Object.defineProperty(navigator, 'storage', { value: undefined, configurable: true });
  await show((db) => askForPersistence(db));
  expect(await screen.findByText('This browser makes no promise to keep this data')).toBeTruthy();
  expect(screen.getByText(/^Browsers keep the data of installed apps\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ask it to keep this data' })).toBeNull();
});

test('when the browser refuses it to the installed app, the panel shows only the refusal', async () => {
  browserThatKeeps({ kept: false });
  await show((db) => askForPersistence(db));
  const matchMedia = (query: string) => Object.assign(new EventTarget(), { matches: query.includes('standalone') });
  Object.assign(globalThis, { matchMedia });
  fireEvent.click(await screen.findByRole('button', { name: 'Ask it to keep this data' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Ask it to keep this data' })).toBeNull());
  const refusal = screen.getByText('The browser may remove this data when space runs low');
  expect(refusal.parentElement?.lastElementChild).toBe(refusal);
});
