// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#store/database/database';
import { ACCOUNT, accountRow, membershipRow, OTHER_ACCOUNT } from '#store/database/rows.fixture';
import { Device } from '#store/session/device';
import { ANNA, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { AuthProvider } from '../auth/auth.tsx';
import { Auth } from '../auth/auth-client.ts';
import { type AuthService, installAuthService } from '../auth/auth-service.fixture.ts';
import { ManageAccess } from '../sharing/manage-access.tsx';
import { OfferedOwnership } from '../sharing/offered-ownership.tsx';
import { OwnershipOffers } from './ownership-offers.tsx';

const OFFERS = '/rest/v1/rpc/my_ownership_offers';
const ANSWER = '/rest/v1/rpc/answer_ownership';
const trip = { accountId: 'trip', accountName: 'Trip', ownerEmail: 'ben@example.org', toEmail: ANNA.email, toMe: true };

let device: Device;
let service: AuthService;
let auth: Auth;
let shown: Screen;
beforeEach(() => {
  device = new Device();
  service = installAuthService();
  auth = new Auth({ supabaseUrl: 'https://carryover.example', supabaseKey: 'key' }, device);
});
afterEach(async () => {
  await auth.service.stopAutoRefresh();
  device.close();
  await shown.close();
  service.uninstall();
});

async function open(
  screens: ReactNode = <OwnershipOffers />,
  prepare: (db: Database) => Promise<unknown> = async () => {},
): Promise<void> {
  shown = await showSignedIn(<AuthProvider load={async () => auth}>{screens}</AuthProvider>, prepare);
}

const notices = () => screen.getByRole('region', { name: 'Notices' }).textContent ?? '';

test('shows what others offer to the user, and not the user’s own offers', async () => {
  service.answer(OFFERS, 200, [trip, { ...trip, accountId: 'own', accountName: 'Own', toMe: false }]);
  await open();
  await screen.findByText('ben@example.org wants you to own this account. They become an admin of it.');
  expect(screen.queryByText('Own')).toBeNull();
});

test.each([
  ['Accept the account Trip', true, 'Trip is yours now'],
  ['Decline the account Trip', false, 'You declined the account'],
])('%s sends the answer, and the offer goes', async (name, accepts, said) => {
  service.answer(OFFERS, 200, [trip]);
  service.answer(ANSWER, 204, {});
  await open();
  const button = await screen.findByRole('button', { name });
  service.answer(OFFERS, 200, []);
  fireEvent.click(button);
  await waitFor(() => expect(notices()).toContain(said));
  await waitFor(() => expect(screen.queryByText('Trip')).toBeNull());
  expect(service.bodies.get(ANSWER)).toEqual({ p_account: 'trip', p_accept: accepts });
});

test('an offer that is not there any more is told and goes', async () => {
  service.answer(OFFERS, 200, [trip]);
  const message = 'This offer is not there any more.';
  service.answer(ANSWER, 404, { code: 'PT404', details: 'gone', hint: null, message });
  await open();
  const accept = await screen.findByRole('button', { name: 'Accept the account Trip' });
  service.answer(OFFERS, 200, []);
  fireEvent.click(accept);
  await waitFor(() => expect(notices()).toContain(message));
  await waitFor(() => expect(screen.queryByText('Trip')).toBeNull());
});

const own = { account: accountRow({ ownerId: ANNA.id }), role: 'owner', isDefault: true } as const;
const bens = { account: accountRow({ id: OTHER_ACCOUNT, ownerId: 'ben' }), role: 'member', isDefault: false } as const;

test('who shares an account of somebody else is told of an offer, with the way to answer it', async () => {
  service.answer(OFFERS, 200, [trip]);
  await open(<OfferedOwnership accounts={[own, bens]} />);
  await screen.findByText('ben@example.org offers you the account Trip.');
  fireEvent.click(screen.getByRole('link', { name: 'Answer' }));
  await waitFor(() => expect(shown.address()).toContain('tab=manageAccess'));
});

test('who has only own accounts cannot get an offer, and the server is not asked', async () => {
  service.answer(OFFERS, 200, [trip]);
  await open(
    <>
      <OfferedOwnership accounts={[own]} />
      <OwnershipOffers />
    </>,
  );
  await screen.findByText('ben@example.org wants you to own this account. They become an admin of it.');
  expect(service.requests.filter((path) => path === OFFERS)).toHaveLength(1);
});

const OFFER = '/rest/v1/rpc/offer_ownership';
const share = async (db: Database) => {
  await db.accounts.bulkPut([accountRow({ ownerId: ANNA.id, name: 'Household' })]);
  await db.memberships.put(membershipRow(1, { userId: 'ben', email: 'ben@example.org' }));
};

test('an owner hands an account over in Manage Access, to a member', async () => {
  service.answer(OFFERS, 200, []);
  service.answer(OFFER, 204, {});
  await open(<ManageAccess first="account" />, async (db) => {
    await share(db);
    await db.accounts.put(accountRow({ id: OTHER_ACCOUNT, ownerId: ANNA.id, name: 'Own' }));
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Hand over Household' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Offer this account: Household' }));
  await waitFor(() => expect(service.bodies.get(OFFER)).toEqual({ p_account: ACCOUNT, p_user: 'ben' }));
  // Nobody else has the other account, so there is nobody who could take it over.
  expect(screen.queryByRole('button', { name: 'Hand over Own' })).toBeNull();
});

test('the only account stays with its owner, who reads why', async () => {
  service.answer(OFFERS, 200, []);
  await open(<ManageAccess first="account" />, share);
  fireEvent.click(await screen.findByRole('button', { name: 'Hand over Household' }));
  await screen.findByText(/Everybody needs an account of their own/);
  expect(screen.queryByRole('button', { name: /^Offer this account/ })).toBeNull();
});
