// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { accountRow, insertTransaction, transactionRow } from '#store/database/rows.fixture';
import { commitMutation } from '#store/optimistic/mutations';
import { ACTOR, ANNA, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { LocalStrip } from './local-strip.tsx';

let shown: Screen;
afterEach(async () => {
  vi.restoreAllMocks();
  await shown.close();
});

function inEngineOf(vendor: string): void {
  vi.spyOn(navigator, 'vendor', 'get').mockReturnValue(vendor);
}

async function withEntries(count: number) {
  shown = await showSignedIn(<LocalStrip />, async (db) => {
    await db.accounts.put(accountRow({ ownerId: ANNA.id, createdAt: new Date().toISOString() }));
    const operations = Array.from({ length: count }, (_, n) => insertTransaction(transactionRow(n)));
    await commitMutation(db, operations, { userId: ACTOR.userId, userEmail: ACTOR.email, now: new Date() });
  });
  return (await screen.findByRole('complementary', { name: 'Only on this device' })).textContent;
}

it('with few entries it is one quiet line', async () => {
  inEngineOf('Google Inc.');
  expect(await withEntries(9)).toBe('Only on this device. Settings');
});

it('from ten entries on it tells the risk', async () => {
  inEngineOf('Google Inc.');
  expect(await withEntries(10)).toContain('your entries are gone');
});

it('in a browser that removes what nobody visits, it tells the risk from the first entry on', async () => {
  inEngineOf('Apple Computer, Inc.');
  expect(await withEntries(1)).toContain('your entries are gone');
});
