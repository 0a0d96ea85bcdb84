// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readLastUser } from '#store/session/device';
import { ANNA } from '../../../tests/support/signed-in-screen.tsx';

import {
  at,
  device,
  errorOf,
  notices,
  open,
  openPart,
  prepareScenes,
  rpc,
  service,
  session,
  submit,
  type,
} from './sign-in-settings.fixture.tsx';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';

prepareScenes();

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
