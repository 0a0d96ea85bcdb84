// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Device, writeLastUser } from '#store/session/device';
import { UiProvider } from '#ui/provider';
import { completePlatform } from '../../tests/support/jsdom-platform.ts';
import { AuthProvider } from '../features/auth/auth.tsx';
import { App } from '../pages/shell/app.tsx';
import { SessionProvider } from '../session/holder/session-provider.tsx';
import { createAppRouter } from './router.ts';

const anna = { id: '1c2f7a52-4b53-4d0a-9a6e-0f6f2f0f8a11', email: 'anna@example.org' };
const noConnection = () => ({ wake() {}, stop() {} });
const noService = () => Promise.reject(new Error('these tests have no auth service'));

let device: Device;
beforeEach(() => {
  completePlatform({ width: 1440 });
  device = new Device();
  vi.stubGlobal('scrollTo', () => {});
});
afterEach(async () => {
  cleanup();
  await device.items.clear();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

function open(path: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(
    <UiProvider>
      <AuthProvider load={noService}>
        <SessionProvider device={device} connect={noConnection}>
          <App loading={router.load()}>
            <RouterProvider router={router} />
          </App>
        </SessionProvider>
      </AuthProvider>
    </UiProvider>,
  );
  return router;
}

test('while the session is being resolved, the page says Loading...', () => {
  open('/');
  expect(screen.getByText('Loading...')).toBeTruthy();
});

test('a visitor of a protected screen is sent to /auth', async () => {
  const router = open('/settings?tab=budget');
  await screen.findByRole('tab', { name: 'Login' });
  expect(router.state.location.pathname).toBe('/auth');
});

test('a signed-in user is sent from /auth to the main page, without any network', async () => {
  await writeLastUser(device, anna);
  const router = open('/auth');
  await screen.findByRole('heading', { level: 1, name: 'Carryover' });
  expect(router.state.location.pathname).toBe('/');
});

test.each([
  ['/settings?tab=manageAccess', 'Settings'],
  [`/account/${anna.id}`, 'Account Not Found'],
])('a visitor of %s gets there by logging in, and to the main page the next time', async (path, heading) => {
  const router = open(path);
  await screen.findByRole('tab', { name: 'Login' });
  expect(router.state.location.href).toBe('/auth');
  await writeLastUser(device, anna);
  await screen.findByRole('heading', { name: heading });
  expect(router.state.location.href).toBe(path);

  await writeLastUser(device, null);
  await screen.findByRole('tab', { name: 'Login' });
  await writeLastUser(device, { ...anna, id: '2c2f7a52-4b53-4d0a-9a6e-0f6f2f0f8a11' });
  await waitFor(() => expect(router.state.location.href).toBe('/'));
});

test('what another app shares with a visitor opens as a draft after the log-in', async () => {
  const router = open('/?text=Caf%C3%A9%20Rio%2C%20%2412.50');
  await screen.findByText('Log in to add what you shared');
  await router.navigate({ to: '/auth' });
  await screen.findByRole('tab', { name: 'Login' });
  await writeLastUser(device, anna);
  await waitFor(() => expect(router.state.location.search).toEqual({ add: 'expense', text: 'Café Rio, $12.50' }));
});

test('a signed-in user who opens the link of an invitation is sent to Manage Access', async () => {
  await writeLastUser(device, anna);
  const router = open('/auth?next=manageAccess');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  expect(router.state.location.href).toBe('/settings?tab=manageAccess');
});

test('a visitor who opens the link of an invitation reads why they should log in', async () => {
  open('/auth?next=manageAccess');
  expect(await screen.findByText('You are invited')).toBeTruthy();
});

test.each([
  ['/', 'Dashboard'],
  ['/?tab=budgets', 'Budgets'],
  ['/?add=expense', 'Dashboard'],
])('of the four tabs, only the one that %s names is marked as the current one', async (path, label) => {
  await writeLastUser(device, anna);
  open(path);
  const main = await screen.findByRole('navigation', { name: 'Main' });
  expect([...main.querySelectorAll('[aria-current=page]')].map((link) => link.textContent)).toEqual([label]);
});

test('a signed-in user sees a protected screen', async () => {
  await writeLastUser(device, anna);
  const router = open('/settings');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  expect(router.state.location.pathname).toBe('/settings');
});

test.each([
  ['dashboard', 'Log in with Email'],
  ['accounts', 'Please log in to view your accounts.'],
  ['budgets', 'Please log in to view your budgets.'],
  ['reports', 'Please log in to view your financial reports.'],
  ['something-else', 'Continue with Google'],
])('a visitor of the tab %s reads "%s"', async (tab, text) => {
  open(`/?tab=${tab}`);
  expect(await screen.findByText(text)).toBeTruthy();
});

test('logging out elsewhere closes a protected screen here', async () => {
  await writeLastUser(device, anna);
  const router = open('/settings');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  await writeLastUser(device, null);
  await screen.findByRole('tab', { name: 'Login' });
  expect(router.state.location.pathname).toBe('/auth');
});

test.each([
  ['/', 'Dashboard'],
  ['/?tab=accounts', 'Accounts'],
  ['/settings', 'Settings'],
  ['/account/1', 'Account'],
  ['/no/such/page', 'Page not found'],
  ['/settings/no-such-page', 'Page not found'],
])('the browser calls %s "%s · Carryover"', async (path, name) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await writeLastUser(device, anna);
  open(path);
  await waitFor(() => expect(document.title).toBe(`${name} · Carryover`));
  vi.restoreAllMocks();
});

test('the page title of /auth tells a visitor whether it logs in or signs up', async () => {
  const router = open('/auth');
  await waitFor(() => expect(document.title).toBe('Log in · Carryover'));
  await router.navigate({ to: '/auth', search: { tab: 'signup' } });
  await waitFor(() => expect(document.title).toBe('Sign up · Carryover'));
});

test.each([
  ['a signed-in user', anna],
  ['a visitor', null],
])('%s shows Loading... until a screen is there, never an empty page', async (_who, user) => {
  await writeLastUser(device, user);
  const empty: string[] = [];
  const watcher = new MutationObserver(() => {
    if (!document.querySelector('main:not([style*=none])')?.textContent) empty.push(document.body.innerHTML);
  });
  open('/?tab=budgets');
  watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
  await screen.findByText(user ? 'No budgets found.' : 'Please log in to view your budgets.');
  watcher.disconnect();
  expect(empty).toEqual([]);
});

test('an unknown route shows the 404 page and is logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  open('/no/such/page');
  await screen.findByText('Oops! Page not found');
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
  expect(log).toHaveBeenCalledWith('404: no such route: /no/such/page');
  log.mockRestore();
});
