/** The dialog of the sign-in settings, with an auth service that a test answers for. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Database } from '#store/database/database';
import { Device } from '#store/session/device';
import { SESSION_KEY, sessionStorage } from '#store/session/session-storage';
import { ANNA, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { AccountMenu } from '../../pages/shell/account-menu.tsx';
import { AuthProvider } from '../auth/auth.tsx';
import { Auth } from '../auth/auth-client.ts';
import { type AuthService, installAuthService } from '../auth/auth-service.fixture.ts';

const BACKEND = 'https://carryover.example';
export const rpc = (name: string) => `/rest/v1/rpc/${name}`;

export let device: Device;
export let service: AuthService;
let auth: Auth;
export let shown: Screen;

/** Each test of the file has a device, an auth service and a screen of its own. */
export function prepareScenes(): void {
  beforeEach(() => {
    device = new Device();
    service = installAuthService();
    Object.assign(HTMLElement.prototype, { hidePopover: () => {} });
  });
  afterEach(async () => {
    await auth.service.stopAutoRefresh();
    device.close();
    await shown.close();
    service.uninstall();
    vi.restoreAllMocks();
  });
}

/** A session as the auth service answers with it. */
export function session() {
  const user = { id: ANNA.id, email: ANNA.email, aud: 'authenticated', app_metadata: {}, user_metadata: {} };
  const token = `e30.${btoa(JSON.stringify({ session_id: 'this' })).replaceAll('=', '')}.sig`;
  return { access_token: token, refresh_token: 'refresh', expires_in: 3600, token_type: 'bearer', user };
}

/** Opens the account menu, and from it the dialog. */
export async function open(prepare: (db: Database) => Promise<unknown> = async () => {}): Promise<void> {
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  await sessionStorage(device).setItem(SESSION_KEY, JSON.stringify({ ...session(), expires_at }));
  auth = new Auth({ supabaseUrl: BACKEND, supabaseKey: 'key' }, device);
  shown = await showSignedIn(
    <AuthProvider load={async () => auth}>
      <AccountMenu />
    </AuthProvider>,
    prepare,
  );
  await screen.findByRole('button', { name: /Account menu/ });
  document.getElementById('account-menu')?.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open' }));
  const item = await screen.findByText('Sign-in settings');
  await act(async () => fireEvent.click(item));
  await screen.findByRole('dialog', { name: 'Sign-in settings' });
}

/** Opens one of the dialog's parts. */
export async function openPart(name: RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }));
  await screen.findByRole('button', { name: 'Back' });
}

export function type(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

export const submit = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
export const notices = () => screen.getByRole('region', { name: 'Notices' }).textContent ?? '';
export const errorOf = (label: string) => {
  const field = screen.getByLabelText(label);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
};

/** An hour of one day, ISO. */
export function at(hour: number): string {
  return new Date(2026, 0, 5, hour).toISOString();
}
