// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { formatWeekdayAndDate, shiftDays, today } from '#domain/dates/dates';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { idOf, membershipRow } from '#store/database/rows.fixture';
import { writeSyncState } from '#store/database/sync-state';
import { listAccounts } from '#store/queries/accounts/accounts';
import { newestTransactions } from '#store/queries/rows/transactions';
import { DATE_NOT_A_DATE } from '#texts/field-problems';
import { opening } from '../../../tests/support/opening.ts';
import { closeApp, type OpenedApp, openApp } from '../../../tests/support/signed-in-app.tsx';
import { useRememberedAccount } from '../../session/accounts/active-account.ts';

afterEach(closeApp);

async function oneAccount({ db, actor }: OpenedApp) {
  const account = await createAccount(db, actor, { name: 'Household', description: 'Rent and food' });
  if (!account.ok) throw new Error('no account');
  const input = { accountId: account.id, type: 'expense', date: '2026-03-01', category: 'Food' } as const;
  await addTransaction(db, actor, { ...input, amount: '9', description: 'Bread' });
  await addTransaction(db, actor, { ...input, amount: '1', description: 'Milk' });
}

async function twoAccounts(app: OpenedApp) {
  await oneAccount(app);
  await createAccount(app.db, app.actor, { name: 'Studio', type: 'business' }, new Date(Date.now() + 1000));
}

async function editAccount(name: string) {
  const button = await screen.findByRole('button', { name: `Edit ${name}` });
  await opening(() => fireEvent.click(button));
  return within(await screen.findByRole('dialog', { name: 'Edit account' }));
}

describe('a user without an account', () => {
  it('creates the first one in one step, and it becomes active', async () => {
    const { db } = await openApp({ address: '/' });
    const form = within(await screen.findByRole('form', { name: 'Create your first account' }));
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Account name')));
    fireEvent.click(form.getByRole('button', { name: 'Create account' }));
    expect(form.getByText('Enter a name for the account.')).toBeDefined();
    expect(document.activeElement).toBe(form.getByLabelText('Account name'));
    expect(await db.accounts.count()).toBe(0);
    fireEvent.change(form.getByLabelText('Account name'), { target: { value: 'Household' } });
    fireEvent.click(form.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByText('Household has been successfully created.')).toBeDefined();
    expect((await screen.findByLabelText('Active account')).textContent).toBe('Household');
    const [account] = await db.accounts.toArray();
    expect(useRememberedAccount.getState().accountId).toBe(account?.id);
  });

  it('takes the day of the opening balance as people write it, and says which day it understood', async () => {
    const { db } = await openApp({ address: '/' });
    const form = within(await screen.findByRole('form', { name: 'Create your first account' }));
    const type = (label: RegExp | string, value: string) =>
      fireEvent.change(form.getByLabelText(label), { target: { value } });
    type('Account name', 'Household');
    type(/^Opening balance/, '1200');
    type('Balance as of', 'no day');
    fireEvent.click(form.getByRole('button', { name: 'Create account' }));
    expect(await form.findByText(DATE_NOT_A_DATE)).toBeDefined();
    expect(await db.accounts.count()).toBe(0);
    const [yesterday, day] = [shiftDays(today(new Date()), -1), form.getByLabelText('Balance as of')];
    type('Balance as of', 'yesterday');
    expect(await form.findByText(formatWeekdayAndDate(yesterday))).toBeDefined();
    expect(document.activeElement).toBe(day);
    fireEvent.click(form.getByRole('button', { name: 'Create account' }));
    await waitFor(async () => expect(await db.accounts.count()).toBe(1));
    const [account] = await db.accounts.toArray();
    const rows = await newestTransactions(db, account?.id ?? '', 2);
    expect(rows).toMatchObject([{ nature: 'opening', amount: 120_000, date: yesterday }]);
  });

  it('loses nothing of what was filled in when a sync begins late', async () => {
    const { db } = await openApp({ address: '/' });
    const name = within(await screen.findByRole('form')).getByLabelText('Account name');
    fireEvent.input(name, { target: { value: 'Household' } });
    await writeSyncState(db, { phase: 'syncing' });
    await screen.findByRole('button', { name: 'Sync: Syncing' });
    expect(screen.getByLabelText('Account name')).toHaveProperty('value', 'Household');
  });
});

describe('the tab Accounts', () => {
  it('lists name, balance and in one word what it is; the number stands on its page', async () => {
    await openApp({ address: '/?tab=accounts', arrange: twoAccounts });
    const row = within(await screen.findByRole('row', { name: /Household/ }));
    expect(await row.findByText('-$10.00')).toBeDefined();
    expect(row.queryByText(/\(Default\)/)).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Account Number' })).toBeNull();
    expect(within(screen.getByRole('row', { name: /Studio/ })).getAllByText('Business').length).toBeGreaterThan(0);
  });

  it('opens and closes the create-account form', async () => {
    await openApp({ address: '/?tab=accounts', arrange: oneAccount });
    fireEvent.click(await screen.findByRole('button', { name: 'Create account' }));
    const form = within(screen.getByRole('form', { name: 'New account' }));
    fireEvent.change(form.getByLabelText('Account name'), { target: { value: 'Savings' } });
    fireEvent.click(form.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByRole('row', { name: /Savings/ })).toBeDefined();
    // The list may show the account before its form has learnt that it is saved.
    await waitFor(() => expect(screen.queryByRole('form', { name: 'New account' })).toBeNull());
  });

  it('edits an account', async () => {
    await openApp({ address: '/?tab=accounts', arrange: oneAccount });
    const dialog = await editAccount('Household');
    fireEvent.change(dialog.getByLabelText('Account name'), { target: { value: 'Home' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Account information has been updated.')).toBeDefined();
    expect(await screen.findByRole('row', { name: /Home/ })).toBeDefined();
  });

  it('refuses to delete the only account', async () => {
    const { db } = await openApp({ address: '/?tab=accounts', arrange: oneAccount });
    const dialog = await editAccount('Household');
    fireEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(dialog.getByText('Cannot delete account')).toBeDefined();
    expect(dialog.getByText('You must have at least one account.')).toBeDefined();
    expect(await db.accounts.count()).toBe(1);
  });

  it('says how many transactions go with an account, deletes it, and brings it back by Undo', async () => {
    await openApp({ address: '/?tab=accounts', arrange: twoAccounts });
    const dialog = await editAccount('Household');
    fireEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Household?' }));
    expect(question.getByText('2 transactions go with it.')).toBeDefined();
    expect(question.queryByText(/shared with/)).toBeNull();
    fireEvent.click(question.getByRole('button', { name: 'Delete account' }));
    expect(await screen.findByText('Account has been removed from your ledger.')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('row', { name: /Household/ })).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    const row = within(await screen.findByRole('row', { name: /Household/ }));
    expect(await row.findByText('-$10.00')).toBeDefined();
  });

  it('says before a shared account is deleted how many others lose it', async () => {
    await openApp({
      address: '/?tab=accounts',
      arrange: async (app) => {
        await twoAccounts(app);
        const [household, studio] = (await listAccounts(app.db)).map(({ account }) => account.id);
        await app.db.memberships.bulkPut([
          membershipRow(1, { accountId: household ?? '', userId: idOf(900) }),
          membershipRow(2, { accountId: household ?? '', userId: idOf(901), target: 'budget', budgetId: idOf(30) }),
          membershipRow(3, { accountId: studio ?? '', userId: idOf(900) }),
        ]);
      },
    });
    const askToDelete = async (name: string) => {
      const dialog = await editAccount(name);
      fireEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
      return within(await screen.findByRole('dialog', { name: `Delete ${name}?` }));
    };
    const question = await askToDelete('Household');
    expect(question.getByText('2 people it is shared with lose it too.')).toBeDefined();
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
    const other = await askToDelete('Studio');
    expect(other.getByText('1 person it is shared with loses it too.')).toBeDefined();
  });

  it('leads from a row to the account', async () => {
    await openApp({ address: '/?tab=accounts', arrange: oneAccount });
    fireEvent.click(await screen.findByRole('row', { name: /Household/ }));
    expect(await screen.findByRole('heading', { name: 'Account Information' })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Household' })).toBeDefined();
    expect(screen.getByText('Rent and food')).toBeDefined();
    expect(await screen.findByRole('row', { name: /Bread/ })).toBeDefined();
  });
});

describe('the account page', () => {
  it('says when the account does not exist', async () => {
    await openApp({ address: '/account/no-such-account', arrange: oneAccount });
    expect(await screen.findByText('Account Not Found')).toBeDefined();
    expect(screen.getByText("The account you're looking for doesn't exist.")).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/');
  });

  it('offers the first transaction of an empty account', async () => {
    await openApp({ address: '/?tab=accounts', arrange: twoAccounts });
    fireEvent.click(await screen.findByRole('row', { name: /Studio/ }));
    expect(await screen.findByText('No transactions found for this account.')).toBeDefined();
    await opening(() => fireEvent.click(screen.getByRole('button', { name: 'Add First Transaction' })));
    expect(await screen.findByRole('dialog', { name: 'Add New Transaction' })).toBeDefined();
  });
});
