// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { accountRow, idOf } from '#store/database/rows.fixture';
import { ANNA, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { ManageAccess } from './manage-access.tsx';
import { BEN, shareTrip, TRIP } from './sharing.fixture.ts';
import { useEndedAccess } from './use-ended-access.ts';
import { useGivenAccess } from './use-given-access.ts';

let shown: Screen;
afterEach(() => shown.close());

function WithToasts() {
  const given = useGivenAccess();
  useEndedAccess(given);
  // What goes before it was read has not departed.
  return given && <ManageAccess first="account" />;
}

const CAMP = idOf(80);

/** Ben's two accounts, which he shares with Anna. */
async function open() {
  shown = await showSignedIn(<WithToasts />, async (db) => {
    const trip = await shareTrip(db, 'member');
    await db.accounts.put(accountRow({ id: CAMP, name: 'Camp', ownerId: BEN }));
    await db.memberships.put({ ...trip, id: idOf(81), accountId: CAMP });
  });
  await screen.findByRole('button', { name: 'Leave Trip' });
}

/** Deletes an account, as a pull response does that no longer contains it. */
const purge = (accountId: string) =>
  shown.db.transaction('rw', shown.db.accounts, shown.db.memberships, async () => {
    await shown.db.accounts.delete(accountId);
    await shown.db.memberships.where('accountId').equals(accountId).delete();
  });

it('a removed member, or one whose account was deleted, sees a toast until they close it', async () => {
  await open();
  await purge(TRIP);
  expect(await screen.findByText('Access ended')).toBeTruthy();
  expect(screen.getByText('You no longer have access to Trip.')).toBeTruthy();
});

it('a user who leaves an account sees no such toast', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Leave Trip' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(async () => expect(await shown.db.memberships.count()).toBe(1));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Leave Trip' })).toBeNull());
  await purge(CAMP);
  expect(await screen.findByText('You no longer have access to Camp.')).toBeTruthy();
  expect(screen.queryByText('You no longer have access to Trip.')).toBeNull();
});

it('a member who became the owner sees no such notice', async () => {
  await open();
  await shown.db.transaction('rw', shown.db.accounts, shown.db.memberships, async () => {
    await shown.db.accounts.update(TRIP, { ownerId: ANNA.id });
    await shown.db.memberships.where('accountId').equals(TRIP).delete();
  });
  await purge(CAMP);
  expect(await screen.findByText('You no longer have access to Camp.')).toBeTruthy();
  expect(screen.queryByText('You no longer have access to Trip.')).toBeNull();
});
