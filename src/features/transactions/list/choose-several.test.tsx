// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import { statusPatch } from '#store/commands/transactions/status-set';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { deleteTransactions } from '#store/commands/transactions/transactions-delete';
import { commitMutation } from '#store/optimistic/mutations';
import { newestTransactions } from '#store/queries/rows/transactions';
import { offeredWith } from '../../../../tests/support/choosing.ts';
import { opening } from '../../../../tests/support/opening.ts';
import { closeApp, type OpenedApp, openApp } from '../../../../tests/support/signed-in-app.tsx';

afterEach(closeApp);

async function arrange({ db, actor }: OpenedApp) {
  const account = await createAccount(db, actor, { name: 'Household' });
  if (!account.ok) throw new Error('no account');
  for (const [day, description] of ['Rent', 'Cinema', 'Bread', 'Tea'].entries()) {
    const date = `2026-03-0${day + 1}`;
    const input = { accountId: account.id, type: 'expense', amount: '9', date, category: 'Food' } as const;
    await addTransaction(db, actor, { ...input, description });
  }
}

async function reconcileOne({ db, actor }: OpenedApp) {
  const [account] = await db.accounts.toArray();
  const [row] = await newestTransactions(db, account?.id ?? '', 1);
  if (!row) throw new Error('no row');
  const patch = statusPatch(row, { status: 'reconciled', reconciliationId: row.id });
  await commitMutation(db, [patch], { userId: actor.userId, userEmail: actor.email, now: new Date(), seen: [row] });
}

const choice = (name: string) => screen.findByRole('checkbox', { name: `Choose ${name}` });
const shown = () => screen.queryAllByRole('row').length - 1;

/** Newest first: Tea, Bread, Cinema, Rent. */
async function choose() {
  const opened = await openApp({ address: '/', arrange });
  fireEvent.click(await screen.findByRole('button', { name: 'Choose several' }));
  fireEvent.click(await choice('Tea'));
  fireEvent.click(await choice('Cinema'), { shiftKey: true });
  return { ...opened, bar: within(await screen.findByRole('toolbar', { name: 'Chosen transactions' })) };
}

it('chooses a range with Shift, counts and adds up, and deletes all of it with one Undo', async () => {
  const { bar } = await choose();
  await waitFor(() => expect(bar.getByRole('status').textContent).toBe('3 transactions chosen, -$27.00'));
  fireEvent.click(bar.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(shown()).toBe(1));
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  fireEvent.click((await screen.findAllByRole('button', { name: 'Undo' }))[0] ?? document.body);
  await waitFor(() => expect(shown()).toBe(4));
});

it('changes one field of all chosen rows, and says before how many will change', async () => {
  const { bar } = await choose();
  fireEvent.click(bar.getByRole('button', { name: 'Change' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change 3 transactions' }, { timeout: 10_000 }));
  fireEvent.click(dialog.getByRole('button', { name: 'Change' }));
  expect(dialog.getByText('Choose a value.')).toBeDefined();
  fireEvent.change(dialog.getByLabelText('What to change'), { target: { value: 'date' } });
  fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2026-03-04' } });
  expect(dialog.getByText('2 of 3 transactions will change.')).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(screen.getAllByText('Mar 4, 2026')).toHaveLength(3));
});

it('ends the edit of a row, which goes from the list when it is deleted', async () => {
  await openApp({ address: '/', arrange });
  const row = (await screen.findByRole('button', { name: 'Edit Tea' })).closest('tr');
  row?.focus();
  await opening(() => fireEvent.keyDown(row ?? document.body, { key: 'Enter' }));
  await screen.findByRole('form', { name: 'Edit Tea' });
  await opening(() => fireEvent.click(screen.getByRole('button', { name: 'Choose several' })));
  fireEvent.click(await choice('Tea'));
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(shown()).toBe(3));
});

it('chooses everything that the filter finds', async () => {
  await openApp({ address: '/', arrange });
  fireEvent.click(await screen.findByRole('button', { name: 'Choose several' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Choose all' }));
  expect(await screen.findByText(/^4 transactions chosen/)).toBeDefined();
});

it('sets the status of chosen rows, and says how many reconciled ones stay', async () => {
  await openApp({
    address: '/',
    arrange: async (app) => {
      await arrange(app);
      await reconcileOne(app);
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Choose several' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Choose all' }));
  const bar = within(await screen.findByRole('toolbar', { name: 'Chosen transactions' }));
  await bar.findByText(/^4 transactions chosen/);
  await opening(() => fireEvent.click(bar.getByRole('button', { name: 'Change' })));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change 4 transactions' }, { timeout: 10_000 }));
  fireEvent.change(dialog.getByLabelText('What to change'), { target: { value: 'status' } });
  fireEvent.change(dialog.getByLabelText('Status'), { target: { value: 'cleared' } });
  const kept = '1 reconciled transaction keeps its status (Tea), because it agrees with a bank statement.';
  const sentence = `3 of 4 transactions will change. ${kept}`;
  expect(dialog.getByText(sentence)).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Change' }));
  expect(await screen.findByText('3 transactions changed')).toBeDefined();
});

it('gives reconciled rows another category or text, and says what of them stays', async () => {
  const { db } = await openApp({
    address: '/',
    arrange: async (app) => {
      await arrange(app);
      await reconcileOne(app);
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Choose several' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Choose all' }));
  const bar = within(await screen.findByRole('toolbar', { name: 'Chosen transactions' }));
  const said = '1 of them is reconciled. It keeps its amount, date and account, and is not deleted.';
  expect(await bar.findByText(said)).toBeDefined();
  await opening(() => fireEvent.click(bar.getByRole('button', { name: 'Change' })));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change 4 transactions' }, { timeout: 10_000 }));
  fireEvent.change(dialog.getByLabelText('What to change'), { target: { value: 'date' } });
  fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2026-03-09' } });
  const kept = '1 reconciled transaction keeps its date (Tea), because it agrees with a bank statement.';
  expect(dialog.getByText(`3 of 4 transactions will change. ${kept}`)).toBeDefined();
  fireEvent.change(dialog.getByLabelText('What to change'), { target: { value: 'description' } });
  fireEvent.change(dialog.getByLabelText('Description'), { target: { value: ' Coffee ' } });
  const stays = '1 of them is reconciled (Tea): it keeps its amount, date and account.';
  expect(dialog.getByText(`4 transactions will change. ${stays}`)).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Change' }));
  expect(await screen.findByText('4 transactions changed')).toBeDefined();
  const [account] = await db.accounts.toArray();
  const all = await newestTransactions(db, account?.id ?? '', 9);
  expect(all.map(({ description, status }) => `${description} ${status}`)).toEqual([
    'Coffee reconciled',
    'Coffee open',
    'Coffee open',
    'Coffee open',
  ]);
});

it('a chosen row that is gone leaves the choice, and the others stay', async () => {
  const { bar, ...opened } = await choose();
  await waitFor(() => expect(bar.getByRole('status').textContent).toBe('3 transactions chosen, -$27.00'));
  const [account] = await opened.db.accounts.toArray();
  const all = await newestTransactions(opened.db, account?.id ?? '', 9);
  await deleteTransactions(opened.db, opened.actor, { rows: all.filter(({ description }) => description === 'Bread') });
  await waitFor(() => expect(bar.getByRole('status').textContent).toBe('2 transactions chosen, -$18.00'));
});

it('offers only categories that the chosen rows can take', async () => {
  const { bar } = await choose();
  await opening(() => fireEvent.click(bar.getByRole('button', { name: 'Change' })));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change 3 transactions' }, { timeout: 10_000 }));
  expect((await offeredWith(dialog, 'Category', 'Food')).filter((name) => name.includes('Salary'))).toEqual([]);
});

it('offers categories of both types, each with its type, where both are chosen', async () => {
  await openApp({
    address: '/',
    arrange: async (app) => {
      await arrange(app);
      const [account] = await app.db.accounts.toArray();
      const input = { accountId: account?.id ?? '', type: 'income', amount: '9', date: '2026-03-05' } as const;
      await addTransaction(app.db, app.actor, { ...input, category: 'Salary', description: 'Pay' });
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Choose several' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Choose all' }));
  const bar = within(await screen.findByRole('toolbar', { name: 'Chosen transactions' }));
  await bar.findByText(/^5 transactions chosen/);
  await opening(() => fireEvent.click(bar.getByRole('button', { name: 'Change' })));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change 5 transactions' }, { timeout: 10_000 }));
  expect(await offeredWith(dialog, 'Category', 'Food (Expense)')).toContain('Salary (Income)');
});
