// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { readNewEntryDraft } from '#domain/drafts';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { newestTransactions } from '#store/queries/rows/transactions';
import { notAmong } from '#texts/ui';
import { choose, chosen, offeredWith } from '../../../../tests/support/choosing.ts';
import { opening } from '../../../../tests/support/opening.ts';
import { closeApp, type OpenedApp, openApp } from '../../../../tests/support/signed-in-app.tsx';

afterEach(closeApp);

async function arrange({ db, actor }: OpenedApp) {
  const account = await createAccount(db, actor, { name: 'Household' });
  if (!account.ok) throw new Error('no account');
  return account.id;
}

async function openQuickEntry() {
  const app = await openApp({
    address: '/?add=expense',
    arrange: async (opened) => {
      await arrange(opened);
    },
  });
  const dialog = within(await screen.findByRole('dialog'));
  await offeredWith(dialog, 'Category', 'Food');
  return { app, dialog };
}

type Scope = ReturnType<typeof within>;

const enter = (scope: Scope, label: string, value: string) =>
  fireEvent.change(scope.getByLabelText(label), { target: { value } });
const press = (scope: Scope, name: string) => fireEvent.click(scope.getByRole('button', { name }));

async function saved({ db }: OpenedApp) {
  const [account] = await db.accounts.toArray();
  return newestTransactions(db, account?.id ?? '', 10);
}

async function split(dialog: Scope) {
  enter(dialog, 'Amount', '50');
  enter(dialog, 'Description', 'Market');
  await opening(() => press(dialog, 'Split'));
  const first = await dialog.findByLabelText('Line 1: Category');
  await waitFor(() => expect(document.activeElement).toBe(first));
  await choose(dialog, 'Line 1: Category', 'Food');
  enter(dialog, 'Line 1: Amount', '12.34');
  await choose(dialog, 'Line 2: Category', 'Housing');
}

it('divides an amount over lines: what is left is in sight and goes to a line, to the cent', async () => {
  const { app, dialog } = await openQuickEntry();
  await split(dialog);
  dialog.getByText('Left to assign: $37.66');
  press(dialog, 'Give the rest to line 2');
  dialog.getByText('All of it is assigned.');
  press(dialog, 'Add a line');
  enter(dialog, 'Line 2: Note', 'lamp');
  press(dialog, 'Add');
  await waitFor(async () => expect(await saved(app)).toHaveLength(1));
  expect(await saved(app)).toMatchObject([
    {
      amount: 5000,
      category: 'Split',
      lines: [
        { category: 'Food', cents: 1234, note: '' },
        { category: 'Housing', cents: 3766, note: 'lamp' },
      ],
    },
  ]);
  const list = within(await screen.findByRole('table'));
  await list.findByText('Split: Food, Housing');
});

it('gives a line the focus when its categories are there, so what is typed at once chooses one', async () => {
  const { dialog } = await openQuickEntry();
  const typed: string[] = [];
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.closest('[data-line]') || typed.length > 0) return;
    typed.push('food');
    // After React's own work, which gave the focus.
    queueMicrotask(() => fireEvent.change(target, { target: { value: 'food' } }));
  });
  enter(dialog, 'Amount', '50');
  await opening(() => press(dialog, 'Split'));
  await waitFor(() => expect(chosen(dialog, 'Line 1: Category')).toBe('food'));
  fireEvent.blur(dialog.getByLabelText('Line 1: Category'));
  await waitFor(() => expect(chosen(dialog, 'Line 1: Category')).toBe('Food'));
});

it('says what is wrong where the lines do not add up or are not complete, and keeps what was typed', async () => {
  const { app, dialog } = await openQuickEntry();
  await split(dialog);
  const asked = dialog.getByText('Left to assign: $37.66').className;
  enter(dialog, 'Line 2: Amount', '37.66');
  expect(dialog.getByText('All of it is assigned.').className).toBe(asked);
  enter(dialog, 'Line 2: Amount', '40');
  expect(dialog.getByText('$2.34 too much').className).not.toBe(asked);
  press(dialog, 'Add');
  await dialog.findByText('The lines have to add up to the amount.');
  press(dialog, 'Add a line');
  press(dialog, 'Add');
  await dialog.findByText('Complete each line: a category and an amount.');
  expect(dialog.getByLabelText('Line 3: Category').ariaInvalid).toBe('true');
  dialog.getByDisplayValue('12.34');
  expect(await saved(app)).toEqual([]);
});

it('has lines that can be added and removed, and makes the transaction whole again', async () => {
  const { app, dialog } = await openQuickEntry();
  await split(dialog);
  press(dialog, 'Add a line');
  expect(document.activeElement).toBe(await dialog.findByLabelText('Line 3: Category'));
  press(dialog, 'Remove line 2');
  expect(dialog.queryByLabelText('Line 3: Category')).toBeNull();
  press(dialog, 'Do not split');
  await choose(dialog, 'Category', 'Food');
  press(dialog, 'Add');
  await waitFor(async () => expect(await saved(app)).toMatchObject([{ category: 'Food', lines: null, amount: 5000 }]));
});

it('takes text that is no category for no empty line: it is named, and kept with the draft', async () => {
  const { app, dialog } = await openQuickEntry();
  await split(dialog);
  enter(dialog, 'Line 2: Amount', '37.66');
  press(dialog, 'Add a line');
  enter(dialog, 'Line 3: Category', 'Foot');
  fireEvent.blur(dialog.getByLabelText('Line 3: Category'));
  press(dialog, 'Add');
  await dialog.findByText('Complete each line: a category and an amount.');
  await dialog.findByText(notAmong('Foot'));
  expect(await saved(app)).toEqual([]);
  await waitFor(async () => {
    const [draft] = await app.db.drafts.toArray();
    expect(readNewEntryDraft(draft?.values)?.lines?.[2]).toMatchObject({ category: '', typedCategory: 'Foot' });
  });
});

it('gives its first line the text of the category field, and a category that is made with the entry', async () => {
  const { app, dialog } = await openQuickEntry();
  enter(dialog, 'Amount', '50');
  enter(dialog, 'Category', 'Pe');
  await opening(() => press(dialog, 'Split'));
  await waitFor(() => expect(chosen(dialog, 'Line 1: Category')).toBe('Pe'));
  press(dialog, 'Do not split');
  enter(dialog, 'Category', 'Pets');
  fireEvent.click(await dialog.findByRole('option', { name: 'New category “Pets”' }));
  await waitFor(() => expect(chosen(dialog, 'Category')).toBe('Pets'));
  press(dialog, 'Split');
  enter(dialog, 'Line 1: Amount', '20');
  await choose(dialog, 'Line 2: Category', 'Food');
  enter(dialog, 'Line 2: Amount', '30');
  enter(dialog, 'Description', 'Market');
  press(dialog, 'Add');
  await waitFor(async () => expect(await saved(app)).toMatchObject([{ lines: [{ category: 'Pets' }, {}] }]));
  expect((await app.db.categories.toArray()).map(({ name }) => name)).toContain('Pets');
});

it('opens a stored split with its lines, and saves them with the new amount', async () => {
  const line = (category: string, amount: string) => ({ id: crypto.randomUUID(), category, amount, note: '' });
  const app = await openApp({
    address: '/',
    arrange: async (opened) => {
      const accountId = await arrange(opened);
      const fields = { accountId, type: 'expense', amount: '50', date: '2026-03-01', description: 'Market' } as const;
      const lines = [line('Food', '20'), line('Housing', '30')];
      await addTransaction(opened.db, opened.actor, { ...fields, category: '', lines });
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Market' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByDisplayValue('30.00');
  enter(dialog, 'Amount', '60');
  press(dialog, 'Give the rest to line 2');
  await dialog.findByText('All of it is assigned.');
  press(dialog, 'Update Transaction');
  await waitFor(async () =>
    expect(await saved(app)).toMatchObject([{ amount: 6000, lines: [{ cents: 2000 }, { cents: 4000 }] }]),
  );
});
