// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { ManageAccess } from './manage-access.tsx';
import { shareTrip, TRIP } from './sharing.fixture.ts';
import { useEndedAccess } from './use-ended-access.ts';

let shown: Screen;
afterEach(() => shown.close());

function WithNotices() {
  useEndedAccess();
  return <ManageAccess first="account" />;
}

async function openTrip() {
  shown = await showSignedIn(<WithNotices />, (db) => shareTrip(db, 'member'));
  await screen.findByRole('button', { name: 'Leave Trip' });
}

/** As a pull's answer takes away what it does not name any more. */
const purge = () =>
  shown.db.transaction('rw', shown.db.accounts, shown.db.memberships, shown.db.cursors, async () => {
    await shown.db.accounts.delete(TRIP);
    await shown.db.memberships.clear();
    await shown.db.cursors.clear();
  });

it('who is removed from an account, or whose account was deleted by its owner, is told so until they have read it', async () => {
  await openTrip();
  await purge();
  expect(await screen.findByText('Access ended')).toBeTruthy();
  expect(screen.getByText('You no longer have access to Trip.')).toBeTruthy();
});

it('who leaves an account knows that', async () => {
  await openTrip();
  fireEvent.click(screen.getByRole('button', { name: 'Leave Trip' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(async () => expect(await shown.db.memberships.count()).toBe(0));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Leave Trip' })).toBeNull());
  expect(screen.queryByText('Access ended')).toBeNull();
});
