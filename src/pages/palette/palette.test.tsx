// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { opening } from '../../../tests/support/opening.ts';
import { closeApp, type OpenedApp, openApp } from '../../../tests/support/signed-in-app.tsx';
import { usePalette } from './palette-state.ts';

afterEach(() => {
  usePalette.getState().show(null);
  closeApp();
});

async function arrange({ db, actor }: OpenedApp) {
  for (const name of ['Household', 'Shop']) {
    const account = await createAccount(db, actor, { name });
    if (!account.ok) throw new Error('no account');
    const input = { accountId: account.id, type: 'expense', amount: '9', category: 'Food' } as const;
    await addTransaction(db, actor, { ...input, date: '2026-03-01', description: `Bread for ${name}` });
  }
}

async function openPalette(address = '/') {
  await openApp({ address, arrange });
  await screen.findByRole('link', { name: 'Add transaction' });
  await waitFor(async () => {
    await opening(() => fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true }));
    expect(usePalette.getState().open).toBe('palette');
  });
  return within(await screen.findByRole('dialog', { name: 'Find or do' }));
}

const enter = (value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: /^Account, bud/ }), { target: { value } });
const press = (key: string) => fireEvent.keyDown(screen.getByRole('combobox', { name: /^Account, bud/ }), { key });
const options = () =>
  within(screen.getByRole('listbox', { name: 'Results' }))
    .queryAllByRole('option')
    .map((option) => option.textContent);

it('Ctrl+K offers what can be done; Enter runs what is marked', async () => {
  const palette = await openPalette();
  expect(await palette.findByText('Add an expense')).toBeDefined();
  press('ArrowDown');
  expect(palette.getAllByRole('option', { selected: true }).map((one) => one.textContent)).toEqual(['Add an income']);
  press('Enter');
  expect(await screen.findByRole('dialog', { name: 'Add income' })).toBeDefined();
});

it('a typed text finds an account, and Enter makes it the active one; elsewhere it opens its page', async () => {
  await openPalette();
  enter('shop');
  await waitFor(() => expect(options()[0]).toBe('Shop'));
  press('Enter');
  await waitFor(() => expect(screen.getByLabelText('Active account').textContent).toBe('Shop'));
  closeApp();
  await openPalette('/?tab=budgets');
  enter('shop');
  await waitFor(() => expect(options()[0]).toBe('Shop'));
  press('Enter');
  await waitFor(() => expect(location.pathname).toMatch(/^\/account\//));
});

it('a typed text finds all accounts together', async () => {
  await openPalette();
  enter('all acc');
  await waitFor(() => expect(options()[0]).toBe('All accounts'));
  press('Enter');
  await waitFor(() => expect(location.search).toBe('?account=all'));
});

it('a typed text finds transactions of every account, and one leads to its account with the filter', async () => {
  const palette = await openPalette();
  enter('bread');
  await waitFor(() => expect(options()).toHaveLength(2));
  fireEvent.click(palette.getByText('Bread for Shop'));
  await screen.findByRole('heading', { level: 1, name: 'Shop' });
  expect(new URLSearchParams(location.search).get('filter')).toBe('Bread for Shop');
});

it('what nothing matches says so', async () => {
  const palette = await openPalette();
  enter('xyzzy');
  expect(await palette.findByText('Nothing found. Try another word.')).toBeDefined();
});

it('a question mark lists the keys, but is text in a field and does nothing over a dialog', async () => {
  const palette = await openPalette();
  fireEvent.keyDown(document.body, { key: '?' });
  expect(usePalette.getState().open).toBe('palette');
  fireEvent.click(palette.getByRole('button', { name: 'Close' }));
  const field = await screen.findByLabelText('Filter by description or category');
  fireEvent.keyDown(field, { key: '?' });
  expect(usePalette.getState().open).toBe(null);
  await opening(() => fireEvent.keyDown(document.body, { key: '?' }));
  const keys = within(await screen.findByRole('dialog', { name: 'Keys' }));
  expect(keys.getByText('Add and go on with another one')).toBeDefined();
  const keysOf = (does: string) => keys.getByText(does).parentElement?.querySelector('dd')?.textContent;
  expect(['Edit it', 'Leave without saving', 'Open the calendar'].map(keysOf)).toEqual(['Enter', 'Esc', 'Alt↓']);
});
