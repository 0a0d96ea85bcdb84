// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { noteRoles } from '#store/commands/roles-note';
import type { Database } from '#store/database/database';
import { givenAccess } from '#store/queries/sharing/given-access';
import { type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { ManageAccess } from './manage-access.tsx';
import { shareTrip } from './sharing.fixture.ts';
import { useChangedRoles } from './use-changed-roles.ts';
import { useGivenAccess } from './use-given-access.ts';

let shown: Screen;
afterEach(() => shown.close());

function WithToasts() {
  useChangedRoles(useGivenAccess());
  return <ManageAccess first="account" />;
}

/** Ben's account, which he shares with Anna; `before` runs before a page is open. */
async function open(before: (db: Database) => Promise<void> = async () => {}) {
  shown = await showSignedIn(<WithToasts />, async (db) => {
    await shareTrip(db, 'member');
    await before(db);
  });
  await screen.findByRole('button', { name: 'Leave Trip' });
}

const makeViewer = (db: Database) => db.memberships.toCollection().modify({ role: 'viewer' });
const TOLD = 'In Trip you are a viewer now. You can see everything in it, and change nothing.';

it('somebody whose role was changed is told so once, with what they may do now', async () => {
  await open();
  await waitFor(async () => expect(await shown.db.meta.get('told-roles')).toBeTruthy());
  expect(screen.queryByText('Your role has changed')).toBeNull();
  await makeViewer(shown.db);
  expect(await screen.findByText(TOLD)).toBeTruthy();
  expect(await noteRoles(shown.db, await givenAccess(shown.db))).toEqual([]);
});

it('a role that changes again is told alone', async () => {
  await open();
  await waitFor(async () => expect(await shown.db.meta.get('told-roles')).toBeTruthy());
  await makeViewer(shown.db);
  expect(await screen.findByText(TOLD)).toBeTruthy();
  await shown.db.memberships.toCollection().modify({ role: 'admin' });
  expect(await screen.findByText(/^In Trip you are an admin now\./)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(TOLD)).toBeNull());
});

it('a change that came while no page was open is told by the next one', async () => {
  await open(async (db) => {
    await noteRoles(db, await givenAccess(db));
    await makeViewer(db);
  });
  expect(await screen.findByText(TOLD)).toBeTruthy();
});

it('an access that is new, or comes again, is no changed role', async () => {
  await open();
  await waitFor(async () => expect(await shown.db.meta.get('told-roles')).toBeTruthy());
  const [trip] = await givenAccess(shown.db);
  if (!trip) throw new Error('nothing is shared');
  expect(await noteRoles(shown.db, [])).toEqual([]);
  expect(await noteRoles(shown.db, [{ ...trip, role: 'admin' }])).toEqual([]);
});
