// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { closeApp, type OpenedApp, openApp } from '../../../../tests/support/signed-in-app.tsx';

afterEach(closeApp);

async function arrange({ db, actor }: OpenedApp) {
  const account = await createAccount(db, actor, { name: 'Household' });
  if (!account.ok) throw new Error('no account');
  const input = { accountId: account.id, type: 'expense', amount: '9', date: '2026-03-01', category: 'Food' } as const;
  await addTransaction(db, actor, { ...input, description: 'Cinema' });
  await addTransaction(db, actor, { ...input, description: 'Rent' });
}

const filter = () => screen.findByLabelText<HTMLInputElement>('Filter by description or category');
const addressed = () => new URLSearchParams(location.search).get('filter');

it('a typed filter is kept in the address beside what is there, and goes when it is cleared', async () => {
  await openApp({ address: '/?tab=dashboard', arrange });
  fireEvent.change(await filter(), { target: { value: 'cin' } });
  await waitFor(() => expect(addressed()).toBe('cin'));
  expect(new URLSearchParams(location.search).get('tab')).toBe('dashboard');
  fireEvent.change(await filter(), { target: { value: '' } });
  await waitFor(() => expect(addressed()).toBeNull());
});

it('what is typed goes along when another account is pressed at once', async () => {
  await openApp({
    address: '/',
    arrange: async (app) => {
      await arrange(app);
      await createAccount(app.db, app.actor, { name: 'Shop' });
    },
  });
  const bar = within(await screen.findByRole('complementary', { name: 'Accounts' }));
  const other = await bar.findByRole('link', { name: /^Shop/ });
  const field = await filter();
  field.focus();
  fireEvent.change(field, { target: { value: 'cin' } });
  // As a press does before it is a click.
  field.blur();
  fireEvent.click(other);
  await waitFor(() => expect(screen.getByLabelText('Active account').textContent).toBe('Shop'));
  await waitFor(() => expect(addressed()).toBe('cin'));
  await waitFor(async () => expect((await filter()).value).toBe('cin'));
});

it('an empty result offers to clear the filter, and the focus of the field adds nothing', async () => {
  await openApp({ address: '/?filter=opera', arrange });
  expect(await screen.findByText('No transactions found')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Clear filter' }));
  await waitFor(() => expect(addressed()).toBeNull());
  expect(await screen.findByRole('row', { name: /Cinema/ })).toBeDefined();
  const region = screen.getByRole('region', { name: 'Transactions' });
  await waitFor(() => expect(screen.queryByLabelText('Search in')).toBeNull());
  const before = region.querySelectorAll('button, select').length;
  fireEvent.focus(await filter());
  expect(region.querySelectorAll('button, select')).toHaveLength(before);
  expect(within(region).getByRole('button', { name: 'Export CSV' })).toHaveProperty('disabled', false);
});

it('what is typed while the address changes stays', async () => {
  await openApp({ address: '/', arrange });
  const field = await filter();
  for (const value of ['c', 'ci', 'cin', 'cine', 'cinem']) {
    fireEvent.change(field, { target: { value } });
    await waitFor(() => expect(addressed()).toBe(value));
  }
  await screen.findByText(/^1 transaction found/);
  expect(field.value).toBe('cinem');
});

it('a link with a filter brings it into the field', async () => {
  await openApp({ address: '/?filter=rent', arrange });
  expect((await filter()).value).toBe('rent');
});

it('says how many it finds and what they come to, and shows each token with a way to take it out', async () => {
  await openApp({ address: '/', arrange });
  fireEvent.change(await filter(), { target: { value: 'cin 2026-03 >5' } });
  expect((await screen.findByText(/^1 transaction found/)).textContent).toBe('1 transaction found, -$9.00');
  expect(screen.getByRole('button', { name: 'Remove: March 2026' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Remove: More than $5.00' }));
  expect((await filter()).value).toBe('cin 2026-03');
  fireEvent.change(await filter(), { target: { value: '2026-04' } });
  expect(await screen.findByText('No transactions found')).toBeDefined();
});

it('searches one account or all, names the account of each row, and keeps the choice in the address', async () => {
  await openApp({
    address: '/',
    arrange: async (app) => {
      await arrange(app);
      const shop = await createAccount(app.db, app.actor, { name: 'Shop' });
      if (!shop.ok) throw new Error('no account');
      const input = { accountId: shop.id, type: 'income', amount: '20', date: '2026-03-02', category: 'Food' } as const;
      await addTransaction(app.db, app.actor, { ...input, description: 'Cinema poster' });
    },
  });
  fireEvent.change(await filter(), { target: { value: 'cin' } });
  expect((await screen.findByText(/^1 transaction found/)).textContent).toBe('1 transaction found, -$9.00');
  fireEvent.change(screen.getByLabelText('Search in'), { target: { value: 'all' } });
  expect((await screen.findByText(/^2 transactions found/)).textContent).toBe('2 transactions found, +$11.00');
  expect(within(await screen.findByRole('row', { name: /Cinema poster/ })).getByText('Shop')).toBeDefined();
  await waitFor(() => expect(addressed()).toBe('account:* cin'));
  fireEvent.click(screen.getByRole('button', { name: 'Remove: All accounts' }));
  await screen.findByText(/^1 transaction found/);
  fireEvent.change(await filter(), { target: { value: 'account:shop' } });
  await waitFor(() =>
    expect(screen.getByText(/^1 transaction found/).textContent).toBe('1 transaction found, +$20.00'),
  );
});

it('the words that it knows are offered on focus, and by the keys one of them is taken', async () => {
  await openApp({ address: '/', arrange });
  const field = await filter();
  fireEvent.focus(field);
  const words = screen.getByRole('listbox', { name: 'Words to search with' });
  expect(within(words).getByRole('option', { name: /^notes:/ })).toBeDefined();
  fireEvent.change(field, { target: { value: 'cinema last q' } });
  expect(within(words).getAllByRole('option')).toHaveLength(1);
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field.value).toBe('cinema last quarter ');
  expect(screen.queryByRole('listbox', { name: 'Words to search with' })).toBeNull();
  expect(await screen.findByRole('button', { name: /Last quarter/ })).toBeDefined();
});

it('Escape closes the words that are offered and leaves the text', async () => {
  await openApp({ address: '/', arrange });
  const field = await filter();
  fireEvent.change(field, { target: { value: 'la' } });
  expect(screen.getByRole('option', { name: /^last month/ })).toBeDefined();
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(screen.queryByRole('option', { name: /^last month/ })).toBeNull();
  expect(field.value).toBe('la');
});
