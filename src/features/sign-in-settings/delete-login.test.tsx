// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Dexie } from 'dexie';
import { describe, expect, test } from 'vitest';
import { type Database, databaseName } from '#store/database/database';
import { commitMutation } from '#store/optimistic/mutations';
import { readLastUser } from '#store/session/device';
import { ANNA } from '../../../tests/support/signed-in-screen.tsx';
import {
  ACCOUNT,
  accountRow,
  idOf,
  insertTransaction,
  OTHER_ACCOUNT,
  transactionRow,
} from '../../store/database/rows.fixture.ts';
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
  shown,
  submit,
  type,
} from './sign-in-settings.fixture.tsx';

prepareScenes();

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
