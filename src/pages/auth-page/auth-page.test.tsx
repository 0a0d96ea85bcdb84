// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Device, readLastUser } from '#store/session/device';
import { UiProvider } from '#ui/provider';
import { Toasts } from '#ui/toast';
import { completePlatform } from '../../../tests/support/jsdom-platform.ts';
import { AuthProvider } from '../../features/auth/auth.tsx';
import { Auth } from '../../features/auth/auth-client.ts';
import { type AuthService, installAuthService } from '../../features/auth/auth-service.fixture.ts';
import { AuthPage } from './auth-page.tsx';

let device: Device;
let service: AuthService;
let auth: Auth;

beforeEach(async () => {
  completePlatform({ width: 1440 });
  device = new Device();
  service = installAuthService();
  auth = new Auth({ supabaseUrl: 'https://carryover.example', supabaseKey: 'key' }, device);
  const router = createRouter({
    routeTree: createRootRoute({ component: AuthPage }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  render(
    <UiProvider>
      <AuthProvider load={async () => auth}>
        <RouterProvider router={router} />
        <Toasts />
      </AuthProvider>
    </UiProvider>,
  );
  await screen.findByRole('tab', { name: 'Login' });
});

afterEach(async () => {
  for (const dismiss of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(dismiss);
  cleanup();
  await auth.service.stopAutoRefresh();
  await device.items.clear();
  service.uninstall();
});

function submit(tab: string, email: string, password: string): void {
  const panel = within(screen.getByRole('tabpanel', { name: tab }));
  fireEvent.change(panel.getByLabelText('Email'), { target: { value: email } });
  fireEvent.change(panel.getByLabelText('Password'), { target: { value: password } });
  fireEvent.submit(panel.getByLabelText('Email'));
}

/** The texts of the toasts at this moment. */
function toasts(): string {
  return screen.getByRole('region', { name: 'Notices' }).textContent ?? '';
}

test('the first empty field has the focus, also after a forgotten password', () => {
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'anna@example.org' } });
  fireEvent.click(screen.getByRole('button', { name: 'Forgot password?' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  fireEvent.click(screen.getByRole('button', { name: 'Back to Login' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});

describe('logging in', () => {
  test('without email and password says so at the fields, focuses the first, and asks nobody', () => {
    submit('Login', '', '');
    expect(screen.getByText('Enter your email address.')).toBeTruthy();
    expect(screen.getByText('Enter your password.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
    expect(service.requests).toEqual([]);
  });

  test('with wrong credentials shows the server’s message in a toast and at the form', async () => {
    service.answer('/token', 400, { code: 'invalid_credentials', message: 'Invalid login credentials' });
    submit('Login', 'anna@example.org', 'wrong');
    await waitFor(() => expect(toasts()).toContain('Login failed'));
    expect(toasts()).toContain('Invalid login credentials');
    const alert = within(screen.getByRole('tabpanel', { name: 'Login' })).getByRole('alert');
    expect(alert.textContent).toContain('Invalid login credentials');
    expect(await readLastUser(device)).toBeNull();
  });

  test('with an address that is not confirmed yet says how to get another mail', async () => {
    service.answer('/token', 400, { code: 400, error_code: 'email_not_confirmed', msg: 'Email not confirmed' });
    submit('Login', 'anna@example.org', 'right');
    await screen.findByText(/^Email not confirmed\. Open the link .* Signing up once more sends another\.$/);
    expect(toasts()).toContain('Email not confirmed');
  });

  test('a new attempt removes the toast of the last one', async () => {
    service.answer('/token', 400, { code: 'invalid_credentials', message: 'Invalid login credentials' });
    submit('Login', 'anna@example.org', 'wrong');
    await screen.findAllByText('Login failed');
    submit('Login', 'anna@example.org', '');
    expect(screen.queryAllByText('Login failed')).toEqual([]);
  });

  test('the toast of a failure goes when the user leaves the form', async () => {
    service.answer('/token', 400, { code: 'invalid_credentials', message: 'Invalid login credentials' });
    submit('Login', 'anna@example.org', 'wrong');
    await screen.findAllByText('Login failed');
    fireEvent.click(screen.getByRole('tab', { name: 'Sign Up' }));
    await waitFor(() => expect(toasts()).toBe(''));
  });

  test('without an answer says that the server cannot be reached', async () => {
    service.disconnect();
    submit('Login', 'anna@example.org', 'right');
    await waitFor(() => expect(toasts()).toContain('The server cannot be reached.'));
  });

  test.each([
    ['an error of the server', 500, { message: 'Internal Server Error' }],
    ['an error page', 502, '<h1>Bad Gateway</h1>'],
    ['a page that is not the service’s', 404, '<h1>Not Found</h1>'],
    ['a page in its place', 200, '<!doctype html><title>Free Wi-Fi</title>'],
    ['nonsense', 200, { hello: 'world' }],
  ])('answered with %s says that the server has a problem', async (_name, status, body) => {
    service.answer('/token', status, body);
    submit('Login', 'anna@example.org', 'right');
    await waitFor(() => expect(toasts()).toContain('The server has a problem. Try again in a moment.'));
    expect(toasts()).not.toContain('connection');
  });

  test('makes the user this device’s', async () => {
    const user = { id: '1c2f7a52-4b53-4d0a-9a6e-0f6f2f0f8a11', email: 'anna@example.org' };
    service.answer('/token', 200, {
      access_token: 'a.b.c',
      refresh_token: 'r',
      expires_in: 3600,
      token_type: 'bearer',
      user,
    });
    submit('Login', 'anna@example.org', 'right');
    await screen.findByText('Login successful');
    expect(await readLastUser(device)).toEqual(user);
  });
});

describe('signing up', () => {
  beforeEach(() => fireEvent.click(screen.getByRole('tab', { name: 'Sign Up' })));

  test('leads to the Login tab with the address filled in', async () => {
    service.answer('/signup', 200, {
      id: '1c2f7a52-4b53-4d0a-9a6e-0f6f2f0f8a11',
      email: 'anna@example.org',
      identities: [],
    });
    submit('Sign Up', 'anna@example.org', 'correct horse');
    await screen.findByText('Please check your email for verification instructions.');
    expect(screen.getByRole('tab', { name: 'Login' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('anna@example.org');
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  });

  test('does not ask to look for a mail when the address needs no confirmation', async () => {
    service.answer('/signup', 200, {
      access_token: 'a.b.c',
      refresh_token: 'r',
      expires_in: 3600,
      token_type: 'bearer',
      user: { id: '1c2f7a52-4b53-4d0a-9a6e-0f6f2f0f8a11', email: 'anna@example.org' },
    });
    submit('Sign Up', 'anna@example.org', 'correct horse');
    await screen.findByText('Your address needs no confirmation here: you can log in now.');
    expect(toasts()).toContain('Sign up successful');
    expect(toasts()).not.toContain('check your email');
  });

  test('with a weak password shows the reason once, at the field', async () => {
    const message = 'Password should be at least 6 characters.';
    service.answer('/signup', 422, { code: 'weak_password', message, weak_password: { reasons: ['length'] } });
    submit('Sign Up', 'anna@example.org', '123');
    await screen.findByText(message);
    expect(toasts()).toBe('');
    const password = screen.getByLabelText('Password');
    const described = document.getElementById(password.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe(message);
  });
});

test.each([
  [
    'the server’s message',
    { code: 'signup_disabled', message: 'Signups not allowed for this instance' },
    'Signups not allowed for this instance',
  ],
  ['the specified sentence', { code: 'signup_disabled', message: '' }, 'An error occurred during sign up.'],
])('a sign-up that fails says so with %s', async (_what, body, sentence) => {
  fireEvent.click(screen.getByRole('tab', { name: 'Sign Up' }));
  service.answer('/signup', 422, body);
  submit('Sign Up', 'anna@example.org', 'correct horse');
  await waitFor(() => expect(toasts()).toContain('Sign up failed'));
  expect(toasts()).toContain(sentence);
});

describe('third-party sign-in', () => {
  test('for a provider that the service does not know shows the same message as for a disabled one', async () => {
    service.answer('/settings', 200, { external: {} });
    fireEvent.click(screen.getByRole('button', { name: 'Google' }));
    const alert = (await screen.findByText('The Google login provider is not enabled')).closest('[role=alert]');
    expect(alert?.textContent).toContain('Please check the authentication settings');
    expect(toasts()).toBe('');
  });

  test('that fails for another reason shows a toast and leaves the page where it is', async () => {
    service.answer('/settings', 500, { message: 'Internal Server Error' });
    fireEvent.click(screen.getByRole('button', { name: 'GitHub' }));
    await waitFor(() => expect(toasts()).toContain('Login failed'));
    expect(screen.queryByText('The GitHub login provider is not enabled')).toBeNull();
  });

  test('without a connection says so', async () => {
    service.disconnect();
    fireEvent.click(screen.getByRole('button', { name: 'GitHub' }));
    await waitFor(() => expect(toasts()).toContain('The server cannot be reached.'));
  });
});

test('a disabled provider is reported on the page without leaving it', async () => {
  service.answer('/settings', 200, { external: { google: false, github: false } });
  fireEvent.click(screen.getByRole('button', { name: 'GitHub' }));
  await screen.findByText('The GitHub login provider is not enabled');
  await waitFor(() => expect(service.requests).toEqual(['/settings']));
});
