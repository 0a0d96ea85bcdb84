// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { deleteTransaction } from '#store/commands/transactions/transaction-delete';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { accountRow, idOf } from '#store/database/rows.fixture';
import { newestTransactions } from '#store/queries/rows/transactions';
import { choose } from '../../../tests/support/choosing.ts';
import { closeApp, type OpenedApp, openApp } from '../../../tests/support/signed-in-app.tsx';
import { mayReload, watchForms } from '../updates/reload.ts';

afterEach(closeApp);

const dinner = { type: 'expense', amount: '20', date: '2026-03-05', category: 'Food', description: 'Dinner' } as const;

/** The dashboard of an account with one transaction. */
async function openDashboard() {
  let accountId = '';
  const app = await openApp({
    address: '/',
    arrange: async ({ db, actor }) => {
      const made = await createAccount(db, actor, { name: 'Household' });
      if (!made.ok) throw new Error('no account');
      accountId = made.id;
      await addTransaction(db, actor, { ...dinner, accountId });
    },
  });
  await screen.findByRole('button', { name: 'Edit Dinner' });
  await screen.findByRole('form', { name: 'Add transaction' });
  return { app, rows: () => newestTransactions(app.db, accountId, 10) };
}

const form = () => within(screen.getByRole('form', { name: 'Add transaction' }));
function valueIn(where: ReturnType<typeof within>, label: string): string | null {
  const field = where.getByLabelText(label);
  return field instanceof HTMLInputElement ? field.value : null;
}
const type = (where: ReturnType<typeof within>, label: string, value: string) =>
  fireEvent.change(where.getByLabelText(label), { target: { value } });
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));
const pressEscape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
const pressed = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const drafts = ({ db }: OpenedApp) => db.drafts.toCollection().primaryKeys();

/** Opens another tab of the page, and then the dashboard again, which says that something is not saved. */
async function leaveAndComeBack() {
  fireEvent.click(screen.getByRole('link', { name: 'Accounts' }));
  await screen.findByRole('button', { name: 'Create account' });
  fireEvent.click(screen.getByRole('link', { name: 'Dashboard' }));
  expect(await screen.findByText(/^Not saved yet/)).toBeTruthy();
}

/** Begins an edit of the amount and leaves the dialog with Escape. */
async function leaveEdit() {
  pressed('Edit Dinner');
  type(await dialog('Edit Transaction'), 'Amount', '23');
  pressEscape();
}

it('the dashboard’s form keeps its text while another tab of the page is open', async () => {
  const { app, rows } = await openDashboard();
  type(form(), 'Amount', '12.50');
  type(form(), 'Description', 'Taxi');
  type(form(), 'Date', '2026-02-03');
  await waitFor(async () => expect(await drafts(app)).toEqual(['dashboard']));
  await leaveAndComeBack();
  expect(['Amount', 'Description', 'Date'].map((label) => valueIn(form(), label))).toEqual([
    '12.50',
    'Taxi',
    'Feb 3, 2026',
  ]);
  await choose(form(), 'Category', 'Salary');
  fireEvent.click(form().getByRole('button', { name: 'Add Transaction' }));
  await waitFor(() => expect(valueIn(form(), 'Description')).toBe(''));
  expect(await rows()).toMatchObject([{ description: 'Dinner' }, { description: 'Taxi', amount: 1250 }]);
  expect(screen.queryByText(/^Not saved yet/)).toBeNull();
  expect(await drafts(app)).toEqual([]);
});

it('what is chosen before the kept text comes back stays', async () => {
  await openApp({
    address: '/',
    arrange: async ({ db, actor }) => {
      const made = await createAccount(db, actor, { name: 'Household' });
      if (!made.ok) throw new Error('no account');
      const kept = { type: 'income', date: '2026-02-03', amount: '12.50', category: 'Salary', description: 'Taxi' };
      const values = { ...kept, accountId: made.id };
      await db.drafts.put({ form: 'dashboard', values, writer: 'another', keptAt: new Date().toISOString() });
    },
  });
  await screen.findByRole('form', { name: 'Add transaction' });
  expect(valueIn(form(), 'Description')).toBe('');
  fireEvent.click(form().getByRole('radio', { name: 'Expense' }));
  await waitFor(() => expect(valueIn(form(), 'Description')).toBe('Taxi'));
  expect(valueIn(form(), 'Date')).toBe('Feb 3, 2026');
  expect(form().getByRole('radio', { name: 'Expense', checked: true })).toBeTruthy();
  expect(form().getByLabelText('Category')).toHaveProperty('value', '');
});

it('the dialog of an account’s page brings back no account that is gone', async () => {
  const gone = idOf(72);
  const arrange = async ({ db, actor }: OpenedApp) => {
    const id = idOf(70);
    await db.accounts.put(accountRow({ id, ownerId: actor.userId }));
    const cursor = { scope: accountScope(id), accountId: id, role: 'owner', version: 1 } as const;
    await db.cursors.put({ ...cursor, grantId: idOf(80), before: null });
    const values = { ...dinner, accountId: gone, toAccountId: gone, type: 'transfer' };
    const draft = { values, writer: 'another visit', keptAt: new Date().toISOString() };
    await db.drafts.put({ form: `entry:${idOf(70)}`, ...draft });
  };
  await openApp({ address: `/account/${idOf(70)}`, arrange });
  fireEvent.click(await screen.findByRole('button', { name: 'Add First Transaction' }));
  const again = await dialog('Add New Transaction');
  expect(again.getByText(/^Not saved yet/)).toBeTruthy();
  expect(valueIn(again, 'Amount')).toBe('20');
  // With one account left, there is no transfer.
  expect(again.getByRole('radio', { name: 'Expense' })).toHaveProperty('checked', true);
});

it('quick entry left with Escape comes back filled, and goes when it is added', async () => {
  const { app } = await openDashboard();
  await screen.findByRole('navigation', { name: 'Quick entry' });
  fireEvent.keyDown(document.body, { key: 'n' });
  type(await dialog(/^Add/), 'Description', 'Taxi');
  pressEscape();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.keyDown(document.body, { key: 'n' });
  const again = await dialog(/^Add/);
  expect(again.getByText(/^Not saved yet/)).toBeTruthy();
  expect(valueIn(again, 'Description')).toBe('Taxi');
  type(again, 'Amount', '9');
  fireEvent.click(again.getByRole('button', { name: 'Add' }));
  await screen.findByRole('button', { name: 'Edit Taxi' });
  expect(await drafts(app)).toEqual([]);
});

it('a text that is no category comes back in its field, which says so, and goes with Discard', async () => {
  const { app } = await openDashboard();
  type(form(), 'Amount', '12.50');
  type(form(), 'Category', 'Trai');
  await waitFor(async () => expect(await drafts(app)).toEqual(['dashboard']));
  await leaveAndComeBack();
  expect(valueIn(form(), 'Category')).toBe('Trai');
  expect(form().getByLabelText('Category').getAttribute('aria-invalid')).toBe('true');
  pressed('Discard');
  await waitFor(() => expect(valueIn(form(), 'Category')).toBe(''));
  await waitFor(async () => expect(await drafts(app)).toEqual([]));
});

it('an edit left with Escape waits above the list, and goes on where it was', async () => {
  const { app, rows } = await openDashboard();
  await leaveEdit();
  expect(await screen.findByText(/^Your edit of “Dinner” is not saved yet: from/)).toBeTruthy();
  pressed('Continue');
  const again = await dialog('Edit Transaction');
  expect(valueIn(again, 'Amount')).toBe('23');
  expect(again.getByText(/^Not saved yet/)).toBeTruthy();
  fireEvent.click(again.getByRole('button', { name: 'Update Transaction' }));
  await waitFor(async () => expect(await rows()).toMatchObject([{ amount: 2300, description: 'Dinner' }]));
  await waitFor(async () => expect(await drafts(app)).toEqual([]));
  await waitFor(() => expect(screen.queryByText(/not saved yet/)).toBeNull());
});

it('an edit goes with Cancel, and with Discard on its line', async () => {
  const { app } = await openDashboard();
  await leaveEdit();
  await screen.findByRole('button', { name: 'Continue' });
  pressed('Discard');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull());
  await leaveEdit();
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  fireEvent.click((await dialog('Edit Transaction')).getByRole('button', { name: 'Cancel' }));
  await waitFor(async () => expect(await drafts(app)).toEqual([]));
});

it('an edit that comes back tells what was changed meanwhile, and keeps what others changed', async () => {
  const { app, rows } = await openDashboard();
  await leaveEdit();
  await screen.findByRole('button', { name: 'Continue' });
  const [row] = await rows();
  if (!row) throw new Error('no row');
  await updateTransaction(app.db, app.actor, { row, amount: '41', description: 'Dinner with Ben' });
  pressed('Continue');
  const again = await dialog('Edit Transaction');
  expect(await again.findByText('Amount is now $41.00.')).toBeTruthy();
  expect(again.getByText('Description is now Dinner with Ben.')).toBeTruthy();
  expect(valueIn(again, 'Amount')).toBe('23');
  expect(valueIn(again, 'Description')).toBe('Dinner with Ben');
});

it('an edit whose row is gone can be added as a new entry', async () => {
  const { app, rows } = await openDashboard();
  await leaveEdit();
  await screen.findByRole('button', { name: 'Continue' });
  const [row] = await rows();
  if (!row) throw new Error('no row');
  await deleteTransaction(app.db, app.actor, { row });
  await screen.findByText(/It was deleted meanwhile\. You can add it as a new entry\./);
  pressed('Continue');
  const anew = await dialog('Add New Transaction');
  expect(valueIn(anew, 'Description')).toBe('Dinner');
  fireEvent.click(anew.getByRole('button', { name: 'Add Transaction' }));
  await waitFor(async () => expect(await rows()).toMatchObject([{ amount: 2300, description: 'Dinner' }]));
  expect((await rows())[0]?.id).not.toBe(row.id);
  await waitFor(async () => expect(await drafts(app)).toEqual([]));
});

it('a reload may lose a form without a draft, so the user finishes it first', async () => {
  watchForms();
  await openDashboard();
  type(form(), 'Description', 'Taxi');
  expect(mayReload()).toBe(true);
  const other = document.body.appendChild(document.createElement('form'));
  const field = other.appendChild(document.createElement('input'));
  field.value = 'Food';
  expect(mayReload()).toBe(true);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  expect(mayReload()).toBe(false);
  field.value = '';
  expect(mayReload()).toBe(true);
  other.remove();
});
