// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, databaseName } from '#store/database/database';
import { commitMutation } from '#store/optimistic/mutations';
import { Device, readLastUser } from '#store/session/device';
import { SESSION_KEY, sessionStorage } from '#store/session/session-storage';
import { ANNA, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { AccountMenu } from '../../pages/shell/account-menu.tsx';
import {
  ACCOUNT,
  accountRow,
  idOf,
  insertTransaction,
  OTHER_ACCOUNT,
  transactionRow,
} from '../../store/database/rows.fixture.ts';
import { AuthProvider } from '../auth/auth.tsx';
import { Auth } from '../auth/auth-client.ts';
import { type AuthService, installAuthService } from '../auth/auth-service.fixture.ts';

const BACKEND = 'https://carryover.example';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';
const rpc = (name: string) => `/rest/v1/rpc/${name}`;

let device: Device;
let service: AuthService;
let auth: Auth;
let shown: Screen;

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

/** A session as the auth service answers with it. */
function session() {
  const user = { id: ANNA.id, email: ANNA.email, aud: 'authenticated', app_metadata: {}, user_metadata: {} };
  const token = `e30.${btoa(JSON.stringify({ session_id: 'this' })).replaceAll('=', '')}.sig`;
  return { access_token: token, refresh_token: 'refresh', expires_in: 3600, token_type: 'bearer', user };
}

/** Opens the account menu, and from it the dialog. */
async function open(prepare: (db: Database) => Promise<unknown> = async () => {}): Promise<void> {
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
async function openPart(name: RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }));
  await screen.findByRole('button', { name: 'Back' });
}

function type(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

const submit = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const notices = () => screen.getByRole('region', { name: 'Notices' }).textContent ?? '';
const errorOf = (label: string) => {
  const field = screen.getByLabelText(label);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
};

test('offline, the dialog says that it needs a connection, and offers nothing', async () => {
  await open();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent(window, new Event('offline'));
  expect(screen.getByText(/these settings need a connection/)).toBeTruthy();
  expect(screen.queryByText('Change password')).toBeNull();
});

describe('changing the password', () => {
  beforeEach(async () => {
    await open();
    await openPart(/^Change password/);
  });

  const fill = (present: string, next: string) => {
    type('Present password', present);
    type('New password', next);
    submit('Save password');
  };

  test('without passwords says so at the fields and asks nobody', async () => {
    submit('Save password');
    expect(errorOf('Present password')).toBe('Enter your present password.');
    expect(errorOf('New password')).toBe('Enter a new password.');
    expect(service.requests).toEqual([]);
  });

  test('with a wrong present password says so at that field, which gets the focus', async () => {
    service.answer('/user', 400, { code: 400, error_code: 'invalid_credentials', msg: 'another one' });
    fill('wrong', 'another horse');
    await waitFor(() => expect(errorOf('Present password')).toBe('This is not your present password.'));
    expect(document.activeElement).toBe(screen.getByLabelText('Present password'));
  });

  test('with a weak one shows the server’s words at the new password', async () => {
    service.answer('/user', 422, { code: 422, error_code: 'weak_password', msg: 'At least 6 characters.' });
    fill('right', '123');
    await waitFor(() => expect(errorOf('New password')).toBe('At least 6 characters.'));
  });

  test.each([
    [true, undefined, 'You are logged in on this device only.'],
    [false, true, 'You stay logged in on 1 other device.'],
  ])('ends the other sessions as the user chooses (%s), and tells how many are left', async (ends, keep, said) => {
    service.answer('/user', 200, session().user);
    const other = { id: 'b', startedAt: at(9), usedAt: at(9), userAgent: null, isThis: false };
    service.answer(rpc('my_sessions'), 200, ends ? [] : [other]);
    if (!ends) fireEvent.click(screen.getByLabelText('Log out my other devices'));
    fill('right', 'another horse');
    await waitFor(() => expect(notices()).toContain(said));
    expect(service.bodies.get('/user')).toEqual({
      password: 'another horse',
      current_password: 'right',
      keep_other_sessions: keep,
      code_challenge: null,
      code_challenge_method: null,
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('changing the address', () => {
  beforeEach(async () => {
    await open();
    await openPart(/^Change email/);
  });

  const ask = (email: string) => {
    type('New email', email);
    submit('Change email');
  };

  test('refuses the present address and one that is none, and asks nobody', () => {
    ask('Anna@Example.org');
    expect(errorOf('New email')).toBe('This is your address already.');
    ask('anna');
    expect(errorOf('New email')).toBe('Enter an address like name@example.com.');
    expect(service.requests).toEqual([]);
  });

  test('of somebody else is refused at the field', async () => {
    service.answer('/user', 422, { code: 422, error_code: 'email_exists', msg: 'already registered' });
    ask('ben@example.org');
    await waitFor(() => expect(errorOf('New email')).toMatch(/^Somebody else has this address/));
  });

  test.each([
    [false, /Mails are on their way to new@example\.org and to your present address/],
    [true, /This server sends no mail\. The mail to new@example\.org is in the mail outbox/],
  ])('says where the links are when the server has no mail server: %s', async (mailer_autoconfirm, said) => {
    service.answer('/user', 200, { ...session().user, new_email: 'new@example.org' });
    service.answer('/settings', 200, { mailer_autoconfirm });
    ask('new@example.org');
    await screen.findByText(said);
    expect((await readLastUser(device))?.email).toBe(ANNA.email);
  });

  test('that the server changes at once is the address of this device, too', async () => {
    service.answer('/user', 200, { ...session().user, email: 'new@example.org' });
    ask('new@example.org');
    await waitFor(() => expect(notices()).toContain('You log in with new@example.org.'));
    expect((await readLastUser(device))?.email).toBe('new@example.org');
  });
});

/** A moment of this morning, in hours. */
function at(hour: number): string {
  return new Date(2026, 0, 5, hour).toISOString();
}

describe('the sessions', () => {
  const here = { id: 'a', startedAt: at(8), usedAt: at(8), userAgent: FIREFOX, isThis: true };
  const phone = { ...here, id: 'b', usedAt: at(10), userAgent: 'Mozilla/5.0 (Android 14) Chrome/131.0', isThis: false };
  const old = { ...phone, id: 'c', usedAt: at(9), userAgent: null };
  const lines = () => within(screen.getByRole('list')).getAllByRole('listitem');

  test('are listed by browser and system, this device first, and one of them is ended', async () => {
    await open();
    service.answer(rpc('my_sessions'), 200, [old, here, phone]);
    service.answer(rpc('end_session'), 200, 'true');
    await openPart(/^Devices where/);
    await waitFor(() => expect(lines()).toHaveLength(3));
    expect(lines()[0]?.textContent).toMatch(/^Firefox on LinuxThis device.*Last used Jan 5, 2026/);
    expect(lines()[1]?.textContent).toMatch(/^Chrome on Android/);
    expect(lines()[2]?.textContent).toMatch(/^Unknown browser/);
    expect(screen.queryByRole('button', { name: /^End this session: Firefox/ })).toBeNull();
    expect(service.requests.filter((path) => path === rpc('my_sessions'))).toHaveLength(1);
    service.answer(rpc('my_sessions'), 200, [here, old]);
    fireEvent.click(screen.getByRole('button', { name: 'End this session: Chrome on Android' }));
    await waitFor(() => expect(lines()).toHaveLength(2));
    expect(service.bodies.get(rpc('end_session'))).toEqual({ p_id: 'b' });
    expect(notices()).toContain('Session ended');
  });

  test('all others are ended at once, and then there is nothing to end', async () => {
    await open();
    service.answer(rpc('my_sessions'), 200, [here, phone]);
    service.answer('/logout', 204, {});
    await openPart(/^Devices where/);
    const endOthers = await screen.findByRole('button', { name: 'End all others' });
    service.answer(rpc('my_sessions'), 200, [here]);
    fireEvent.click(endOthers);
    await screen.findByText('You are logged in nowhere else.');
    expect(screen.queryByRole('button', { name: /^End/ })).toBeNull();
  });

  test('a server without a list says so, and still ends all others', async () => {
    await open();
    service.answer(rpc('my_sessions'), 404, { code: 'PGRST202', message: 'unknown function' });
    await openPart(/^Devices where/);
    await screen.findByText(/This server has no list of your devices/);
    expect(screen.getByRole('button', { name: 'End all others' })).toBeTruthy();
  });

  test('that cannot be asked for are told in plain words, and asked for again', async () => {
    await open();
    service.disconnect();
    await openPart(/^Devices where/);
    await screen.findByText(/The server cannot be reached/);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('deleting the login', () => {
  const entered = async (db: Database) => {
    await db.accounts.put(accountRow({ ownerId: ANNA.id }));
    await commitMutation(db, [insertTransaction(transactionRow(1))], {
      userId: ANNA.id,
      userEmail: ANNA.email,
      now: new Date(),
    });
  };
  const member = {
    id: idOf(9),
    version: 1,
    createdAt: at(9),
    accountId: ACCOUNT,
    target: 'account' as const,
    budgetId: null,
    userId: idOf(8),
    email: 'ben@example.org',
    name: 'Ben',
    role: 'member' as const,
  };

  test('offers the export, says what goes, and then removes everything from this device', async () => {
    await open(entered);
    await openPart(/^Delete my login/);
    await screen.findByText('These accounts and everything in them are deleted: Personal.');
    await screen.findByText(/^1 entry has not reached the server yet/);
    const saved: Blob[] = [];
    Object.assign(URL, { createObjectURL: (file: Blob) => String(saved.push(file)), revokeObjectURL: () => {} });
    HTMLAnchorElement.prototype.click = () => {};
    submit('Export all my entries');
    await waitFor(async () => expect(await saved[0]?.text()).toContain('Personal,2026-03-05,Expense,1.00,Food,row 1'));
    service.answer('/token', 200, session());
    service.answer(rpc('delete_my_login'), 204, {});
    type('Your password', 'right');
    submit('Delete my login and data');
    await waitFor(() => expect(notices()).toContain('Your login and data are deleted'));
    expect(await Dexie.exists(databaseName(ANNA.id))).toBe(false);
    expect(await readLastUser(device)).toBeNull();
  });

  test('with a wrong password deletes nothing and says so at the field', async () => {
    await open(entered);
    await openPart(/^Delete my login/);
    service.answer('/token', 400, { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' });
    await screen.findByLabelText('Your password');
    type('Your password', 'wrong');
    submit('Delete my login and data');
    await waitFor(() => expect(errorOf('Your password')).toBe('This is not your password.'));
    expect(service.requests).not.toContain(rpc('delete_my_login'));
    expect(await shown.db.accounts.count()).toBe(1);
  });

  test('without a password asks for the address, and for a log-in of a moment ago', async () => {
    await open(entered);
    await openPart(/^Delete my login/);
    const refusal = { code: 'PT403', details: 'log_in_again', hint: null, message: 'Log in again' };
    service.answer(rpc('delete_my_login'), 403, refusal);
    fireEvent.click(await screen.findByText('I have no password'));
    type('Type your email to confirm', 'ben@example.org');
    submit('Delete my login and data');
    expect(errorOf('Type your email to confirm')).toBe('This is not the address that you are logged in with.');
    type('Type your email to confirm', ' Anna@example.org');
    submit('Delete my login and data');
    await waitFor(() =>
      expect(errorOf('Type your email to confirm')).toMatch(/^You logged in more than ten minutes ago/),
    );
    expect(await shown.db.accounts.count()).toBe(1);
  });

  test.each([
    ['a ring of locks is tried once more', '40P01', 2],
    ['another fault is not', 'XX000', 1],
  ])('that fails: %s, and everything stays', async (_, code, tries) => {
    await open(entered);
    await openPart(/^Delete my login/);
    service.answer('/token', 200, session());
    service.answer('/logout', 204, {});
    service.answer(rpc('delete_my_login'), 500, { code, details: null, hint: null, message: 'failed' });
    await screen.findByLabelText('Your password');
    type('Your password', 'right');
    submit('Delete my login and data');
    await waitFor(() => expect(service.requests).toContain('/logout'));
    expect(service.requests.filter((path) => path === rpc('delete_my_login'))).toHaveLength(tries);
    expect(await shown.db.accounts.count()).toBe(1);
  });

  test('is not offered while others use an account of the user, who are named', async () => {
    await open(async (db) => {
      await entered(db);
      await db.memberships.put(member);
    });
    await openPart(/^Delete my login/);
    await screen.findByText('Used by ben@example.org');
    expect(screen.getByText(/Create another account, then come back here/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Offer this account/ })).toBeNull();
    expect(screen.queryByLabelText('Your password')).toBeNull();
    await act(() => shown.db.memberships.clear());
    await screen.findByLabelText('Your password');
  });

  test('lets an owner of another account offer the shared one, and take the offer back', async () => {
    await open(async (db) => {
      await entered(db);
      await db.accounts.put(accountRow({ id: OTHER_ACCOUNT, ownerId: ANNA.id, name: 'Own' }));
      await db.memberships.put(member);
    });
    service.answer(rpc('my_ownership_offers'), 200, []);
    service.answer(rpc('offer_ownership'), 204, {});
    await openPart(/^Delete my login/);
    const offer = await screen.findByRole('button', { name: 'Offer this account: Personal' });
    expect(screen.getByLabelText<HTMLSelectElement>('New owner').value).toBe(member.userId);
    const toBen = { accountId: ACCOUNT, accountName: 'Personal', ownerEmail: ANNA.email, toEmail: member.email };
    service.answer(rpc('my_ownership_offers'), 200, [{ ...toBen, toMe: false }]);
    fireEvent.click(offer);
    await screen.findByText(/^Offered to ben@example\.org\. They accept under Settings, Manage Access\./);
    expect(service.bodies.get(rpc('offer_ownership'))).toEqual({ p_account: ACCOUNT, p_user: member.userId });
    service.answer(rpc('my_ownership_offers'), 200, []);
    fireEvent.click(screen.getByRole('button', { name: 'Take back the offer: Personal' }));
    await screen.findByRole('button', { name: 'Offer this account: Personal' });
    expect(service.bodies.get(rpc('offer_ownership'))).toEqual({ p_account: ACCOUNT, p_user: null });
  });

  test('says at the field why the server refused an offer', async () => {
    await open(async (db) => {
      await entered(db);
      await db.accounts.put(accountRow({ id: OTHER_ACCOUNT, ownerId: ANNA.id, name: 'Own' }));
      await db.memberships.put(member);
    });
    service.answer(rpc('my_ownership_offers'), 200, []);
    const message = 'This person does not have the whole account.';
    service.answer(rpc('offer_ownership'), 404, { code: 'PT404', details: 'gone', hint: null, message });
    await openPart(/^Delete my login/);
    fireEvent.click(await screen.findByRole('button', { name: 'Offer this account: Personal' }));
    await waitFor(() => expect(errorOf('New owner')).toBe(message));
  });
});
