// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransfer } from '#store/commands/transfers/transfer-add';
import { newestTransactions } from '#store/queries/rows/transactions';
import { choose, chosen, offeredWith } from '../../../../tests/support/choosing.ts';
import { closeApp, type OpenedApp, openApp } from '../../../../tests/support/signed-in-app.tsx';
import { useRememberedAccount } from '../../../session/accounts/active-account.ts';

afterEach(closeApp);

let ids: Record<string, string>;

/** The accounts of these names; the first one is active. */
const accounts =
  (...names: string[]) =>
  async ({ db, actor }: OpenedApp) => {
    ids = {};
    for (const name of names) {
      const account = await createAccount(db, actor, { name });
      if (!account.ok) throw new Error('no account');
      ids[name] = account.id;
    }
    useRememberedAccount.getState().select(ids[names[0] ?? ''] ?? '');
  };

async function openQuickEntry(arrange: (app: OpenedApp) => Promise<void>) {
  const app = await openApp({ address: '/?add=expense', arrange });
  const dialog = within(await screen.findByRole('dialog'));
  await offeredWith(dialog, 'Category', 'Food');
  return { app, dialog };
}

type Scope = ReturnType<typeof within>;
const enter = (dialog: Scope, label: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });
const valueIn = (dialog: Scope, label: string) => {
  const field: HTMLElement = dialog.getByLabelText(label);
  return field instanceof HTMLInputElement ? field.value : null;
};
const chooseTransfer = (dialog: Scope) => fireEvent.click(dialog.getByRole('radio', { name: 'Transfer' }));
const add = (dialog: Scope) => fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
const rowsOf = (app: OpenedApp, name: string) => newestTransactions(app.db, ids[name] ?? '', 10);

it('a transfer needs an amount and two accounts, and makes a side in each', async () => {
  const { app, dialog } = await openQuickEntry(accounts('Checking', 'Savings', 'Cash'));
  enter(dialog, 'Amount', '-50');
  chooseTransfer(dialog);
  expect(screen.getByRole('dialog', { name: 'Add transfer' })).toBeDefined();
  expect(dialog.queryByLabelText('Category')).toBeNull();
  expect(chosen(dialog, 'From')).toBe('Checking');
  await choose(dialog, 'To', 'Savings');
  add(dialog);
  expect(await screen.findByText('$50.00 from Checking to Savings saved successfully.')).toBeDefined();
  const side = { amount: 5000, nature: 'transfer', description: 'Transfer' };
  expect(await rowsOf(app, 'Checking')).toMatchObject([{ ...side, type: 'expense' }]);
  expect(await rowsOf(app, 'Savings')).toMatchObject([{ ...side, type: 'income' }]);
});

it('a transfer to the same account gets a message at the field, and nothing is saved', async () => {
  const { app, dialog } = await openQuickEntry(accounts('Checking', 'Savings', 'Cash'));
  enter(dialog, 'Amount', '50');
  chooseTransfer(dialog);
  add(dialog);
  expect(await dialog.findByText('Choose the account that the money goes to.')).toBeDefined();
  await choose(dialog, 'To', 'Checking');
  add(dialog);
  expect(await dialog.findByText('Choose two different accounts.')).toBeDefined();
  expect(document.activeElement).toBe(dialog.getByLabelText('To'));
  await choose(dialog, 'From', 'Cash');
  expect(dialog.queryByText('Choose two different accounts.')).toBeNull();
  expect(await rowsOf(app, 'Checking')).toHaveLength(0);
});

it('the two sides may have different days, and a sign before the amount says nothing', async () => {
  const { app, dialog } = await openQuickEntry(accounts('Checking', 'Savings'));
  chooseTransfer(dialog);
  enter(dialog, 'Amount', '+50');
  expect(screen.getByRole('dialog', { name: 'Add transfer' })).toBeDefined();
  enter(dialog, 'Date', '2026-11-02');
  fireEvent.click(dialog.getByRole('button', { name: 'Arrives on another day' }));
  expect(document.activeElement).toBe(dialog.getByLabelText('Arrives on'));
  enter(dialog, 'Arrives on', '4.11.2026');
  await waitFor(() => expect(chosen(dialog, 'To')).toBe('Savings'));
  add(dialog);
  await waitFor(async () => expect(await rowsOf(app, 'Savings')).toMatchObject([{ date: '2026-11-04' }]));
  expect(await rowsOf(app, 'Checking')).toMatchObject([{ date: '2026-11-02' }]);
});

it('the pair of the account’s last transfer is chosen, in its direction', async () => {
  const { dialog } = await openQuickEntry(async (app) => {
    await accounts('Checking', 'Savings', 'Cash')(app);
    const pair = { fromAccountId: ids.Cash ?? '', toAccountId: ids.Checking ?? '' };
    await addTransfer(app.db, app.actor, { ...pair, amount: '1', date: '2026-11-01', description: 'Till' });
  });
  chooseTransfer(dialog);
  await waitFor(() => expect([chosen(dialog, 'From'), chosen(dialog, 'To')]).toEqual(['Cash', 'Checking']));
});

it('a half-typed transfer comes back', async () => {
  const { dialog } = await openQuickEntry(accounts('Checking', 'Savings', 'Cash'));
  enter(dialog, 'Amount', '12');
  chooseTransfer(dialog);
  await choose(dialog, 'To', 'Cash');
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.keyDown(document.body, { key: 'n' });
  const again = within(await screen.findByRole('dialog', { name: 'Add transfer' }));
  expect(chosen(again, 'To')).toBe('Cash');
  expect(valueIn(again, 'Amount')).toBe('12');
});

it('who may add to one account only is offered no transfer', async () => {
  const { dialog } = await openQuickEntry(accounts('Checking'));
  expect(dialog.queryByRole('radio', { name: 'Transfer' })).toBeNull();
});
