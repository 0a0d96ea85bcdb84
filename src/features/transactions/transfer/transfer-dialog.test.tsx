// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import { createAccount } from '#store/commands/accounts/account-create';
import { deleteAccount } from '#store/commands/accounts/account-delete';
import { finishReconciliation } from '#store/commands/reconciling/reconciliation-finish';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { addTransfer } from '#store/commands/transfers/transfer-add';
import { editTransfer } from '#store/commands/transfers/transfer-edit';
import { newestTransactions } from '#store/queries/rows/transactions';
import { closeApp, type OpenedApp, openApp } from '../../../../tests/support/signed-in-app.tsx';
import { useRememberedAccount } from '../../../session/accounts/active-account.ts';

afterEach(closeApp);

let checking: string;
let savings: string;

async function accounts({ db, actor }: OpenedApp) {
  const made = [
    await createAccount(db, actor, { name: 'Checking' }),
    await createAccount(db, actor, { name: 'Savings' }),
  ];
  [checking = '', savings = ''] = made.map((one) => (one.ok ? one.id : ''));
  useRememberedAccount.getState().select(checking);
}

async function transfer(app: OpenedApp) {
  await accounts(app);
  const pair = { fromAccountId: checking, toAccountId: savings };
  await addTransfer(app.db, app.actor, { ...pair, amount: '50', date: '2026-03-05', description: 'Plan' });
}

/** Savings becomes somebody else's, and the user may only read it. */
async function readOnlySavings(app: OpenedApp) {
  await transfer(app);
  await app.db.accounts.update(savings, { ownerId: crypto.randomUUID() });
  const grant = { role: 'viewer', version: 1, grantId: 'g', before: null } as const;
  await app.db.cursors.put({ scope: accountScope(savings), accountId: savings, ...grant });
}

const rowIn = async ({ db }: OpenedApp, accountId: string) => (await newestTransactions(db, accountId, 5))[0];
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('the amount of a transfer is edited for both sides, and each side has its day', async () => {
  const app = await openApp({ address: '/', arrange: transfer });
  await press('Edit Plan');
  const dialog = await dialogNamed('Edit transfer');
  fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '60' } });
  const arrival = within(dialog.getByRole('group', { name: 'To Savings' }));
  fireEvent.change(arrival.getByLabelText('Date'), { target: { value: '2026-03-07' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Update transfer' }));
  await waitFor(async () => expect(await rowIn(app, savings)).toMatchObject({ amount: 6000, date: '2026-03-07' }));
  expect(await rowIn(app, checking)).toMatchObject({ amount: 6000, date: '2026-03-05' });
});

it('the description is that of the side that was opened, and says so', async () => {
  const app = await openApp({ address: '/', arrange: transfer });
  await press('Edit Plan');
  const dialog = await dialogNamed('Edit transfer');
  fireEvent.change(dialog.getByLabelText('Description in Checking'), { target: { value: 'Put aside' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Update transfer' }));
  await waitFor(async () => expect(await rowIn(app, checking)).toMatchObject({ description: 'Put aside' }));
  expect(await rowIn(app, savings)).toMatchObject({ description: 'Plan' });
});

it('a side whose account was deleted says so, in the list and in its dialog', async () => {
  const app = await openApp({ address: '/', arrange: transfer });
  await deleteAccount(app.db, app.actor, { id: savings });
  await screen.findByText('To a side that is gone');
  await press('Edit Plan');
  expect(await (await dialogNamed('Edit transfer')).findByText(/^The other side is gone/)).toBeDefined();
});

it('a deletion takes both sides, and one Undo brings them back', async () => {
  const app = await openApp({ address: '/', arrange: transfer });
  await press('Delete Plan');
  await screen.findByText('Transfer deleted');
  expect([await rowIn(app, checking), await rowIn(app, savings)]).toEqual([undefined, undefined]);
  await press('Undo');
  await waitFor(async () => expect(await rowIn(app, savings)).toBeDefined());
  expect(await rowIn(app, checking)).toBeDefined();
});

it('before a transfer is changed or deleted, it asks if the other side is reconciled', async () => {
  const app = await openApp({
    address: '/',
    arrange: async (opened) => {
      await transfer(opened);
      const row = await rowIn(opened, savings);
      if (!row) throw new Error('no side');
      const insert = { accountId: savings, date: '2026-03-31', balance: 5000, rows: [row] };
      await finishReconciliation(opened.db, opened.actor, insert);
    },
  });
  await press('Delete Plan');
  const question = await dialogNamed('Delete a reconciled transaction?');
  expect(question.getByText(/^Its other side in Savings was agreed/)).toBeDefined();
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await press('Edit Plan');
  fireEvent.click((await dialogNamed('Change a reconciled transaction?')).getByRole('button', { name: 'Change it' }));
  expect(await dialogNamed('Edit transfer')).toBeDefined();
  expect(await rowIn(app, savings)).toMatchObject({ status: 'reconciled' });
});

it('what was typed and not saved comes back, also from the other side', async () => {
  await openApp({ address: '/', arrange: transfer });
  await press('Edit Plan');
  let dialog = await dialogNamed('Edit transfer');
  fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '61' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText(/^Your edit of “Plan” is not saved yet/)).toBeDefined();
  fireEvent.click(within(await screen.findByRole('row', { name: /Plan/ })).getByRole('link', { name: 'To Savings' }));
  await screen.findByRole('heading', { name: 'Savings' });
  await press('Edit Plan');
  dialog = await dialogNamed('Edit transfer');
  expect(dialog.getByText(/^Not saved yet/)).toBeDefined();
  expect(dialog.getByLabelText('Amount')).toHaveProperty('value', '61');
  expect(dialog.getByLabelText('Description in Checking')).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await press('Edit Plan');
  expect((await dialogNamed('Edit transfer')).getByLabelText('Amount')).toHaveProperty('value', '50.00');
});

it('what others change meanwhile is taken over, or told where one has typed something else', async () => {
  const app = await openApp({ address: '/', arrange: transfer });
  await press('Edit Plan');
  const dialog = await dialogNamed('Edit transfer');
  fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '61' } });
  const rows = [await rowIn(app, checking), await rowIn(app, savings)].filter((row) => row !== undefined);
  const [from, to] = rows;
  if (!from || !to) throw new Error('no sides');
  const edit = { amount: '70', date: '2026-03-06', toDate: '2026-03-06', description: 'Plan' };
  await editTransfer(app.db, app.actor, { rows: [from, to], describes: from.id, ...edit });
  expect(await dialog.findByText('Amount is now $70.00.')).toBeDefined();
  const dates = dialog.getAllByLabelText('Date').map((field) => (field instanceof HTMLInputElement ? field.value : ''));
  expect(dates).toEqual(['Mar 6, 2026', 'Mar 6, 2026']);
  fireEvent.click(dialog.getByRole('button', { name: 'Update transfer' }));
  await waitFor(async () => expect(await rowIn(app, savings)).toMatchObject({ amount: 6100, date: '2026-03-06' }));
});

it('with one writable side, deleting offers to unlink, and amount, type and category are locked', async () => {
  const app = await openApp({ address: '/', arrange: readOnlySavings });
  await press('Delete Plan');
  const dialog = await dialogNamed('Edit transfer');
  expect(dialog.getByText(/^The other side is in an account that you cannot change/)).toBeDefined();
  expect(['Amount', 'Category'].map((label) => dialog.queryByLabelText(label))).toEqual([null, null]);
  expect(await rowIn(app, checking)).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Unlink' }));
  await waitFor(async () => expect(await rowIn(app, checking)).toMatchObject({ nature: 'regular' }));
});

it('sides that do not agree are shown with both amounts', async () => {
  await openApp({
    address: '/',
    arrange: async (app) => {
      await transfer(app);
      const row = await rowIn(app, savings);
      const { updateTransaction } = await import('#store/commands/transactions/transaction-update');
      if (row) await updateTransaction(app.db, app.actor, { row, amount: '45' });
    },
  });
  expect(await screen.findByRole('link', { name: 'To Savings ($45.00 there)' })).toBeDefined();
  await press('Edit Plan');
  const dialog = await dialogNamed('Edit transfer');
  expect(dialog.getByText('$50.00 left Checking, and $45.00 arrived in Savings.', { exact: false })).toBeDefined();
});

it('two transactions that fit are linked from the dialog of one', async () => {
  const app = await openApp({
    address: '/',
    arrange: async (opened) => {
      await accounts(opened);
      const { db, actor } = opened;
      const one = { amount: '70', date: '2026-03-05', description: 'Out', category: 'Other' } as const;
      await addTransaction(db, actor, { ...one, accountId: checking, type: 'expense' });
      await addTransaction(db, actor, { ...one, accountId: savings, type: 'income', description: 'In' });
    },
  });
  await press('Edit Out');
  await press('Link as a transfer');
  await press('Savings, Mar 5, 2026, In');
  await waitFor(async () => expect(await rowIn(app, checking)).toMatchObject({ nature: 'transfer' }));
});
