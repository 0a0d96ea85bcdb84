// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import { ACCOUNT, accountRow, idOf } from '#store/database/rows.fixture';
import { newestTransactions } from '#store/queries/rows/transactions';
import { opening } from '../../../tests/support/opening.ts';
import { closeApp, openApp } from '../../../tests/support/signed-in-app.tsx';
import { putOwnAccount } from './own-account.fixture.ts';

afterEach(closeApp);

const TABLE = [
  'Date;Text;Amount;Category',
  '2026-01-05;Vet;-20,00;Pets',
  '2026-01-06;Cat food;-8,00;Pets',
  '2026-01-07;Seeds;-5,00;Garden',
  '2026-01-08;To savings;-9,00;Transfer',
].join('\n');

/** Pastes the table on the page of an account; somebody else's, of which the user is a member, or their own. */
async function paste({ role }: { role?: 'member' | 'admin' } = {}) {
  const { db } = await openApp({
    address: `/account/${ACCOUNT}`,
    arrange: async ({ db: opened, actor }) => {
      await putOwnAccount(opened, actor.userId, 'Household');
      if (!role) return;
      await opened.accounts.put(accountRow({ name: 'Household', ownerId: idOf(900) }));
      const scope = accountScope(ACCOUNT);
      await opened.cursors.put({ scope, accountId: ACCOUNT, role, version: 1, grantId: 'g', before: null });
    },
  });
  const button = await screen.findByRole('button', { name: 'Import' });
  await opening(() => fireEvent.click(button));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import' }));
  fireEvent.change(dialog.getByLabelText('Or paste rows'), { target: { value: TABLE } });
  fireEvent.click(await dialog.findByRole('button', { name: 'Read the rows' }));
  await screen.findByRole('radio', { name: 'New 4' });
  return db;
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: optionNamed(value) } });
const optionNamed = (name: string) => screen.getByRole('option', { name }).getAttribute('value');
const categoriesOf = async (db: Awaited<ReturnType<typeof paste>>) =>
  (await newestTransactions(db, ACCOUNT, 9)).map(({ description, category }) => `${description}: ${category}`);

it('the category that the file names is made with the import, for all rows of it', async () => {
  const db = await paste();
  await press(/^Vet/);
  await screen.findByRole('option', { name: 'New category “Pets”' });
  expect(screen.queryByRole('option', { name: 'New category “Transfer”' })).toBeNull();
  choose('Category', 'New category “Pets”');
  expect(await screen.findAllByText(/New category “Pets”, so the file says/)).toHaveLength(1);
  await press('Import 4 transactions');
  await screen.findByText('4 transactions are in Household.');
  expect(await categoriesOf(db)).toEqual([
    'To savings: Uncategorized',
    'Seeds: Uncategorized',
    'Cat food: Pets',
    'Vet: Pets',
  ]);
  expect(await db.categories.filter(({ name }) => name === 'Pets').count()).toBe(1);
});

it('a category of any name is made, and one that is there is taken instead', async () => {
  const db = await paste();
  await press(/^Seeds/);
  await screen.findByRole('option', { name: 'Food' });
  await screen.findByRole('option', { name: 'New category…' });
  choose('Category', 'New category…');
  const field = screen.getByLabelText('Name of the new category');
  fireEvent.change(field, { target: { value: ' food ' } });
  expect(await screen.findByRole('button', { name: /^Seeds.*· Food/ })).toBeDefined();
  fireEvent.change(field, { target: { value: 'Balcony' } });
  expect(await screen.findByRole('button', { name: /^Seeds.*· New category “Balcony”/ })).toBeDefined();
  await press('Import 4 transactions');
  await screen.findByText('4 transactions are in Household.');
  expect(await categoriesOf(db)).toContain('Seeds: Balcony');
  expect(await db.categories.filter(({ name }) => name === 'Balcony').count()).toBe(1);
});

it('all categories of the file that are missing are made at once, and none again', async () => {
  const db = await paste();
  expect(await screen.findByText(/The file names 2 categories that are not here/)).toBeDefined();
  await press('Make them with the import');
  await waitFor(() => expect(screen.getAllByText(/New category “/)).toHaveLength(3));
  await press('Make none');
  await waitFor(() => expect(screen.queryByText(/New category “/)).toBeNull());
  await press('Make them with the import');
  await press('Import 4 transactions');
  await screen.findByText('4 transactions are in Household.');
  expect(await categoriesOf(db)).toEqual(['To savings: Uncategorized', 'Seeds: Garden', 'Cat food: Pets', 'Vet: Pets']);
});

it.each(['member', 'admin'] as const)('in somebody else’s account an admin is offered new ones: %s', async (role) => {
  await paste({ role });
  await press(/^Vet/);
  await screen.findByRole('option', { name: 'Food' });
  if (role === 'admin') await screen.findByRole('option', { name: 'New category “Pets”' });
  expect(screen.queryAllByRole('option', { name: /^New category/ })).toHaveLength(role === 'admin' ? 2 : 0);
  expect(screen.queryAllByText(/The file names/)).toHaveLength(role === 'admin' ? 1 : 0);
});
