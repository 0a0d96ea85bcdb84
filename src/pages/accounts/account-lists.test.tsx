// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { idOf, membershipRow } from '#store/database/rows.fixture';
import { chosen, offeredWith } from '../../../tests/support/choosing.ts';
import { opening } from '../../../tests/support/opening.ts';
import { closeApp, type OpenedApp, openApp } from '../../../tests/support/signed-in-app.tsx';

afterEach(closeApp);

const ADDRESS = '/?tab=accounts';
const HOUR = 3_600_000;

/** Wallet and Card, made in this order; the card owes 30.00 and the wallet holds 100.00. */
async function twoAccounts({ db, actor }: OpenedApp) {
  for (const [n, name, kind] of [
    [0, 'Wallet', 'cash'],
    [1, 'Card', 'credit_card'],
  ] as const) {
    const made = await createAccount(db, actor, { name, kind }, new Date(Date.now() - HOUR + n));
    if (!made.ok) throw new Error('no account');
    const type = n === 0 ? 'income' : 'expense';
    const entry = { accountId: made.id, type, amount: n === 0 ? '100' : '30', date: '2026-03-01' } as const;
    await addTransaction(db, actor, { ...entry, category: 'Food', description: 'Start' });
  }
}

const table = (name: string) => screen.findByRole('table', { name });
const names = async () =>
  within(await table('Accounts'))
    .getAllByRole('link')
    .map((link) => link.textContent);
const openMenu = async (name: string) => {
  const button = await screen.findByRole('button', { name: `More for ${name}` });
  await opening(() => fireEvent.click(button));
  return within(await screen.findByRole('dialog', { name: `More for ${name}` }));
};

it('shows assets, debts and net worth, and says what an account is for', async () => {
  await openApp({ address: ADDRESS, arrange: twoAccounts });
  const worth = within(await screen.findByRole('region', { name: 'Net worth' }));
  await waitFor(() =>
    expect(worth.getAllByRole('definition').map((one) => one.textContent)).toEqual(['$100.00', '$30.00', '$70.00']),
  );
  expect(screen.getByRole('img', { name: 'Credit card' })).toBeDefined();
});

it('shows no net worth of a single account without a kind', async () => {
  await openApp({
    address: ADDRESS,
    arrange: async ({ db, actor }) => {
      await createAccount(db, actor, { name: 'Wallet' });
    },
  });
  await table('Accounts');
  expect(screen.queryByRole('region', { name: 'Net worth' })).toBeNull();
});

it('moves an account by Alt and an arrow key, and says its place', async () => {
  await openApp({ address: ADDRESS, arrange: twoAccounts });
  fireEvent.keyDown(await screen.findByRole('link', { name: 'Card' }), { key: 'ArrowUp', altKey: true });
  await waitFor(async () => expect(await names()).toEqual(['Card', 'Wallet']));
  expect(await screen.findByText('Card is now 1 of 2.')).toBeDefined();
  fireEvent.keyDown(screen.getByRole('link', { name: 'Card' }), { key: 'ArrowDown' });
  expect(await names()).toEqual(['Card', 'Wallet']);
});

it('moves an account by its menu, which stays open', async () => {
  await openApp({ address: ADDRESS, arrange: twoAccounts });
  const menu = await openMenu('Wallet');
  expect(menu.getByRole('button', { name: 'Move up' })).toHaveProperty('disabled', true);
  fireEvent.click(menu.getByRole('button', { name: 'Move down' }));
  await waitFor(async () => expect(await names()).toEqual(['Card', 'Wallet']));
  await waitFor(() => expect(menu.getByRole('button', { name: 'Move down' })).toHaveProperty('disabled', true));
});

it('folds archived accounts away, and Undo brings one back', async () => {
  await openApp({ address: ADDRESS, arrange: twoAccounts });
  const menu = await openMenu('Wallet');
  fireEvent.click(menu.getByRole('button', { name: 'Archive' }));
  const tab = within(screen.getByRole('main'));
  expect(await tab.findByText('Archived (1)')).toBeDefined();
  await waitFor(async () => expect(await names()).toEqual(['Card']));
  const worth = within(screen.getByRole('region', { name: 'Net worth' }));
  expect(worth.getByText('$70.00')).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await names()).toEqual(['Wallet', 'Card']));
});

it('offers no archived account for a new transaction, also not on its own page', async () => {
  await openApp({ address: '/?tab=accounts&add=expense', arrange: twoAccounts });
  await screen.findByLabelText('Account');
  await offeredWith(screen, 'Account', 'Card');
  closeApp();
  await openApp({
    address: '/?tab=accounts&add=expense',
    arrange: async (app) => {
      await twoAccounts(app);
      const card = await app.db.accounts.filter(({ name }) => name === 'Card').first();
      if (card) await app.db.accounts.put({ ...card, archived: true });
    },
  });
  await screen.findByLabelText('Account');
  const own = chosen(screen, 'Account');
  expect(await offeredWith(screen, 'Account', own)).toEqual([own]);
  fireEvent.click(screen.getByRole('link', { name: 'Card', hidden: true }));
  expect(await screen.findByRole('heading', { name: 'Card' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add Transaction' })).toBeNull();
});

it('offers a viewer neither the menu nor the keys', async () => {
  const owner = idOf(9);
  const { db } = await openApp({
    address: ADDRESS,
    arrange: async (app) => {
      await twoAccounts(app);
      const card = await app.db.accounts.filter(({ name }) => name === 'Card').first();
      if (!card) throw new Error('no account');
      await app.db.accounts.put({ ...card, ownerId: owner });
      const { id: accountId } = card;
      const membership = { accountId, userId: app.actor.userId, role: 'viewer' } as const;
      await app.db.memberships.put(membershipRow(1, membership));
      const cursor = { version: 1, grantId: 'g', before: null, role: 'viewer' } as const;
      await app.db.cursors.put({ scope: `account:${accountId}`, accountId, ...cursor });
    },
  });
  expect(await screen.findByRole('button', { name: 'More for Wallet' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'More for Card' })).toBeNull();
  fireEvent.keyDown(screen.getByRole('link', { name: 'Card' }), { key: 'ArrowUp', altKey: true });
  expect(await db.accounts.filter(({ position }) => position !== null).count()).toBe(0);
});
