// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Device } from '#store/session/device';
import { ANNA, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { AuthProvider } from '../auth/auth.tsx';
import { Auth } from '../auth/auth-client.ts';
import { type AuthService, installAuthService } from '../auth/auth-service.fixture.ts';
import OwnershipOffers from './ownership-offers.tsx';

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

async function open(): Promise<void> {
  const screens = (
    <AuthProvider load={async () => auth}>
      <OwnershipOffers />
    </AuthProvider>
  );
  shown = await showSignedIn(screens, async () => {});
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
