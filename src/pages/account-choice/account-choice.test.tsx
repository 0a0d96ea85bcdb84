// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AccountKind } from '#domain/account-kinds';
import { accountScope } from '#domain/ids/scopes';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { accountRow, budgetRow, idOf, transactionRow } from '#store/database/rows.fixture';
import { writeMonths } from '#store/ledger/ledger';
import { closeApp, type OpenedApp, openApp } from '../../../tests/support/signed-in-app.tsx';
import { useRememberedAccount } from '../../session/accounts/active-account.ts';
import { useSideBar } from './side-bar-state.ts';

beforeEach(() => {
  useSideBar.setState({ place: null });
  useRememberedAccount.setState({ accountId: null });
});
afterEach(closeApp);

const BENS = idOf(70);

async function account({ db, actor }: OpenedApp, name: string, kind: AccountKind, spent: string) {
  const made = await createAccount(db, actor, { name, kind });
  if (!made.ok) throw new Error('no account');
  const input = { accountId: made.id, type: 'expense', category: 'Food', date: '2026-03-01' } as const;
  await addTransaction(db, actor, { ...input, amount: spent, description: `Bread for ${name}` });
  return made.id;
}

/** A wallet, a card, and an account of Ben's that the user may only look at. */
async function arrange(app: OpenedApp) {
  await account(app, 'Wallet', 'cash', '9');
  await account(app, 'Card', 'credit_card', '20');
  const { db } = app;
  await db.accounts.put(accountRow({ id: BENS, name: 'Trip', createdAt: new Date().toISOString() }));
  await db.cursors.put({
    scope: accountScope(BENS),
    accountId: BENS,
    role: 'viewer',
    version: 1,
    grantId: idOf(80),
    before: null,
  });
  await writeMonths(db, accountScope(BENS), [
    transactionRow(71, { accountId: BENS, date: '2026-03-02', description: 'Bread for Trip', amount: 100 }),
  ]);
}

const sideBar = async () => within(await screen.findByRole('complementary', { name: 'Accounts' }));
const active = async () => (await screen.findByLabelText('Active account')).textContent;
const descriptions = () => screen.getAllByText(/^Bread for/).map((one) => one.textContent);
const press = (key: string, code = '') => fireEvent.keyDown(document.body, { key, code });

it('the side bar has the accounts under Assets and Debts with their balances, and the net worth', async () => {
  await openApp({ address: '/', arrange });
  const bar = await sideBar();
  const assets = within(await bar.findByRole('list', { name: 'Assets' }));
  await waitFor(() =>
    expect(assets.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['Wallet-$9.00', 'Trip-$1.00']),
  );
  expect(within(bar.getByRole('list', { name: 'Debts' })).getByRole('listitem').textContent).toBe('Card-$20.00');
  expect(await bar.findAllByRole('img', { name: 'Shared' })).toHaveLength(1);
  expect(bar.getByText('Net worth').parentElement?.textContent).toBe('Net worth-$30.00');
});

it('a press makes an account the active one on the dashboard, and opens its page elsewhere', async () => {
  await openApp({ address: '/', arrange });
  expect(await active()).toBe('Wallet');
  fireEvent.click(
    await (await sideBar()).findByRole('link', { name: /Card/, description: 'Show Card on the dashboard' }),
  );
  await waitFor(async () => expect(await active()).toBe('Card'));
  expect(location.pathname).toBe('/');
  await waitFor(async () =>
    expect((await sideBar()).getByRole('link', { name: /Card/ }).getAttribute('aria-current')).toBe('true'),
  );
  closeApp();
  await openApp({ address: '/?tab=budgets', arrange });
  fireEvent.click(await (await sideBar()).findByRole('link', { name: /Card/, description: 'Open the page of Card' }));
  await screen.findByRole('heading', { level: 1, name: 'Card' });
  expect((await sideBar()).getByRole('link', { name: /Card/ }).getAttribute('aria-current')).toBe('page');
});

it('on the dashboard another account keeps the filter, but not an account that the filter names', async () => {
  await openApp({ address: '/?filter=account%3ACard+bread', arrange });
  const bar = await sideBar();
  fireEvent.click(await bar.findByRole('link', { name: /^Trip/ }));
  await waitFor(() => expect(location.search).toBe('?filter=bread'));
  await waitFor(() => expect(descriptions()).toEqual(['Bread for Trip']));
  fireEvent.click(await bar.findByRole('link', { name: 'All accounts' }));
  await waitFor(() => expect(location.search).toBe('?account=all&filter=bread'));
});

it('folded, the side bar leaves a button, also when the app opens again', async () => {
  await openApp({ address: '/', arrange });
  fireEvent.click(await (await sideBar()).findByRole('button', { name: 'Hide accounts' }));
  const button = await (await sideBar()).findByRole('button', { name: 'Show accounts' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect((await sideBar()).queryByRole('link')).toBeNull();
  expect(localStorage.getItem('carryover-side-bar')).toBe('folded');
  fireEvent.click(button);
  expect(await (await sideBar()).findByRole('link', { name: 'All accounts' })).toBeDefined();
});

it('who has only a budget has no side bar, and sees the budget before the first account', async () => {
  await openApp({
    address: '/',
    arrange: async ({ db }) => {
      await db.budgets.put(budgetRow(5, { name: 'Holidays', accountId: BENS }));
      await db.cursors.put({
        scope: `budget:${idOf(5)}`,
        accountId: BENS,
        role: 'member',
        version: 1,
        grantId: idOf(81),
        before: null,
      });
    },
  });
  const budgets = await screen.findByRole('heading', { name: 'Active Budgets' });
  const form = await screen.findByRole('form', { name: 'Create your first account' });
  expect(budgets.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.queryByRole('complementary', { name: 'Accounts' })).toBeNull();
});

it('on a phone the title opens the same list as a sheet, which closes after the choice', async () => {
  await openApp({ address: '/', arrange, width: 390 });
  fireEvent.click(await screen.findByLabelText('Active account'));
  const sheet = within(await screen.findByRole('dialog', { name: 'Accounts' }));
  fireEvent.click(await sheet.findByRole('link', { name: /Card/ }));
  await waitFor(async () => expect(await active()).toBe('Card'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('all accounts are in one register, with actions by role; new entries go to the active account', async () => {
  await openApp({ address: '/?account=all', arrange });
  await waitFor(() => expect(descriptions()).toEqual(['Bread for Trip', 'Bread for Card', 'Bread for Wallet']));
  expect(await active()).toBe('All accounts');
  expect(screen.getByRole('columnheader', { name: 'Account' })).toBeDefined();
  const row = (name: RegExp) => within(screen.getByRole('row', { name }));
  expect(row(/Bread for Trip/).queryByRole('button', { name: /^Edit/ })).toBeNull();
  expect(row(/Bread for Card/).getByRole('button', { name: /^Edit/ })).toBeDefined();
  fireEvent.change(screen.getByLabelText('Filter by description or category'), { target: { value: 'card' } });
  await waitFor(() => expect(descriptions()).toEqual(['Bread for Card']));
  expect(screen.getByRole('form', { name: 'Add transaction' }).querySelector('[name=account]')).toHaveProperty(
    'value',
    'Wallet',
  );
});

it('an unknown value of `account` means the active account', async () => {
  await openApp({ address: '/?account=every', arrange });
  expect(await active()).toBe('Wallet');
});

it('g and a digit lead to an account, g and 0 to all; not while typing', async () => {
  await openApp({ address: '/', arrange });
  const filter = await screen.findByLabelText('Filter by description or category');
  await (await sideBar()).findByRole('link', { name: /Card/ });
  fireEvent.keyDown(filter, { key: 'g' });
  fireEvent.keyDown(filter, { key: '3' });
  await waitFor(async () => {
    press('G');
    press('3');
    expect(await active()).toBe('Card');
  });
  press('п', 'KeyG');
  press('à', 'Digit0');
  await waitFor(async () => expect(await active()).toBe('All accounts'));
  expect(location.search).toBe('?account=all');
  press('1');
  press('g');
  press('x');
  press('1');
  expect(await active()).toBe('All accounts');
});
