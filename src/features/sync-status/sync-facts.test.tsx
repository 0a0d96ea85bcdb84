// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { installOffer } from '../../session/install/install-offer.ts';
import { SyncFacts } from './sync-facts.tsx';
import { SYNCED } from './sync-state.fixture.ts';

const SEVEN_DAYS = /seven days without a visit\. What the server has comes back/;
const WHILE_OPEN = 'Sends what waits only while Carryover is open';

let shown: Screen;

afterEach(async () => {
  await shown.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The panel's facts in a browser by this maker. */
async function show(vendor: string): Promise<void> {
  vi.spyOn(navigator, 'vendor', 'get').mockReturnValue(vendor);
  const device = { persistence: 'unsupported', unreadable: 0 } as const;
  shown = await showSignedIn(<SyncFacts state={SYNCED} device={device} now={new Date()} />, async () => {});
  await screen.findByText('This browser makes no promise to keep this data');
}

test('a browser with Apple’s engine is told to remove what nobody visits, and that the server keeps it', async () => {
  await show('Apple Computer, Inc.');
  expect(screen.getByText(SEVEN_DAYS)).toBeTruthy();
});

test('other browsers say nothing of seven days', async () => {
  await show('Google Inc.');
  expect(screen.queryByText(SEVEN_DAYS)).toBeNull();
});

test('a browser without Background Sync sends while the app is open, and says so', async () => {
  await show('Google Inc.');
  expect(screen.getByText(WHILE_OPEN)).toBeTruthy();
});

test('a browser with Background Sync sends after the app is closed, so nothing is said', async () => {
  vi.stubGlobal('SyncManager', class {});
  await show('Google Inc.');
  expect(screen.queryByText(WHILE_OPEN)).toBeNull();
});

test('on an iPhone the steps to the Home Screen are shown, and that the installed app starts empty', async () => {
  vi.spyOn(installOffer, 'read').mockReturnValue('by_hand');
  await show('Apple Computer, Inc.');
  expect(screen.getByText(/tap Share and then Add to Home Screen/)).toBeTruthy();
  expect(screen.getByText('Share').querySelector('svg')).toBeTruthy();
  expect(screen.getByText('Add to Home Screen').querySelector('svg')).toBeTruthy();
  expect(screen.getByText(/The installed app starts empty/)).toBeTruthy();
});
