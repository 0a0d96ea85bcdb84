// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { TransactionRow } from '#domain/rows';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { ANNA, accountRow, categoryRow, syncedTransaction, transactionRow } from '#store/database/rows.fixture';
import { newestTransactions } from '#store/queries/rows/transactions';
import { choose, chosen, offeredWith } from '../../../../tests/support/choosing.ts';
import { closeApp, type OpenedApp, openApp } from '../../../../tests/support/signed-in-app.tsx';
import { type Screen, showSignedIn } from '../../../../tests/support/signed-in-screen.tsx';
import TransactionDialog from '../list/transaction-dialog.tsx';

describe('the add-transaction form', () => {
  afterEach(closeApp);

  async function openForm(arrange: (app: OpenedApp, accountId: string) => Promise<unknown> = async () => {}) {
    const app = await openApp({
      address: '/',
      arrange: async (opened) => {
        const account = await createAccount(opened.db, opened.actor, { name: 'Household' });
        if (account.ok) await arrange(opened, account.id);
      },
    });
    const form = within(await screen.findByRole('form', { name: 'Add transaction' }));
    await offeredWith(form, 'Category', 'Salary');
    return { app, form };
  }

  type Form = ReturnType<typeof within>;
  const type = (form: Form, label: string, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  const add = (form: Form) => fireEvent.click(form.getByRole('button', { name: 'Add Transaction' }));
  const expense = (form: Form) => fireEvent.click(form.getByRole('radio', { name: 'Expense' }));
  const saved = async ({ db }: OpenedApp): Promise<TransactionRow[]> => {
    const [account] = await db.accounts.toArray();
    return newestTransactions(db, account?.id ?? '', 10);
  };

  it('offers the categories of the other type below its own, as money back', async () => {
    const { form } = await openForm();
    const names = await offeredWith(form, 'Category', 'Food (money back)');
    expect(names.indexOf('Food (money back)')).toBeGreaterThan(names.indexOf('Salary'));
    expect(names).not.toContain('Food');
    fireEvent.click(form.getByLabelText('Category'));
    expect(await screen.findByText('Money back')).toBeDefined();
  });

  it('says of an earlier description that completing it makes a refund', async () => {
    const { form } = await openForm((app, accountId) => {
      const input = { accountId, type: 'income', amount: '7', date: '2026-03-01', refund: true } as const;
      return addTransaction(app.db, app.actor, { ...input, description: 'Bottles returned', category: 'Food' });
    });
    type(form, 'Description', 'bott');
    const offered = await form.findByRole('option', { name: /Bottles returned/ });
    expect(offered.textContent).toBe('Bottles returnedFood (money back)');
  });

  it('saves money back as income in the expense category', async () => {
    const { app, form } = await openForm();
    type(form, 'Amount', '7');
    type(form, 'Description', 'Bottles returned');
    await choose(form, 'Category', 'Food (money back)');
    add(form);
    const refund = { type: 'income', refund: true, category: 'Food', amount: 700 };
    await waitFor(async () => expect(await saved(app)).toMatchObject([refund]));
    expect(await app.db.categories.filter(({ name }) => name === 'Food').toArray()).toMatchObject([
      { type: 'expense' },
    ]);
  });

  it('saves income that is paid back as an expense in the income category', async () => {
    const { app, form } = await openForm();
    expense(form);
    type(form, 'Amount', '7');
    type(form, 'Description', 'Too much');
    await choose(form, 'Category', 'Salary (paid back)');
    add(form);
    const refund = { type: 'expense', refund: true, category: 'Salary' };
    await waitFor(async () => expect(await saved(app)).toMatchObject([refund]));
  });

  it('is no refund any more when the type changes, and its category is cleared', async () => {
    const { app, form } = await openForm();
    await choose(form, 'Category', 'Food (money back)');
    expense(form);
    await offeredWith(form, 'Category', 'Food');
    expect(chosen(form, 'Category')).toBe('');
    type(form, 'Amount', '7');
    type(form, 'Description', 'Lunch');
    await choose(form, 'Category', 'Food');
    add(form);
    await waitFor(async () => expect(await saved(app)).toMatchObject([{ type: 'expense', refund: false }]));
  });

  it('is no refund any more when a category of its own type is chosen after all', async () => {
    const { app, form } = await openForm();
    await choose(form, 'Category', 'Food (money back)');
    await choose(form, 'Category', 'Salary');
    type(form, 'Amount', '7');
    type(form, 'Description', 'March');
    add(form);
    await waitFor(async () => expect(await saved(app)).toMatchObject([{ category: 'Salary', refund: false }]));
  });

  it.each(['Enter', 'Tab'])('takes a typed name of the other type for no refund, also when %s follows', async (key) => {
    const { app, form } = await openForm();
    expense(form);
    await offeredWith(form, 'Category', 'Food');
    type(form, 'Amount', '7');
    type(form, 'Description', 'Present');
    const category = form.getByLabelText('Category');
    category.focus();
    type(form, 'Category', 'Gifts');
    await waitFor(() => expect(category.getAttribute('aria-activedescendant')).toBeTruthy());
    fireEvent.keyDown(category, { key });
    await form.findByText('This category is new.');
    add(form);
    await waitFor(async () => expect(await saved(app)).toMatchObject([{ category: 'Gifts', refund: false }]));
  });

  it('offers a new category for a typed name of the other type, and makes it in its own type', async () => {
    const { app, form } = await openForm();
    expense(form);
    await offeredWith(form, 'Category', 'Food');
    type(form, 'Amount', '7');
    type(form, 'Description', 'Present');
    type(form, 'Category', 'Gifts');
    await waitFor(() => expect(form.getByLabelText('Category').getAttribute('aria-activedescendant')).toBeTruthy());
    fireEvent.click(await screen.findByRole('option', { name: 'New category “Gifts”' }));
    await form.findByText('This category is new.');
    add(form);
    await waitFor(async () => expect(await saved(app)).toMatchObject([{ category: 'Gifts', refund: false }]));
    const made = await app.db.categories.filter(({ name }) => name === 'Gifts').toArray();
    expect(made.map((one) => one.type).sort()).toEqual(['expense', 'income']);
  });

  it('brings the refund with a description from history', async () => {
    const { app, form } = await openForm(async ({ db, actor }, accountId) => {
      const bottles = { accountId, type: 'income', amount: '3', date: '2026-03-01', refund: true } as const;
      await addTransaction(db, actor, { ...bottles, description: 'Bottles returned', category: 'Food' });
    });
    type(form, 'Description', 'bott');
    fireEvent.click(await form.findByRole('option', { name: /Bottles returned/ }));
    await waitFor(() => expect(chosen(form, 'Category')).toBe('Food (money back)'));
    type(form, 'Amount', '7');
    add(form);
    const refund = { type: 'income', refund: true, category: 'Food', amount: 700 };
    await waitFor(async () => expect(await saved(app)).toContainEqual(expect.objectContaining(refund)));
  });
});

describe('the dialog of a refund', () => {
  let shown: Screen;
  afterEach(() => shown.close());

  const row = transactionRow(1, { type: 'income', refund: true, description: 'Bottles', category: 'Food' });
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Update Transaction' }));
  const lastSent = async () => (await shown.db.outbox.toArray()).at(-1)?.operations;

  async function openEditor() {
    shown = await showSignedIn(<TransactionDialog row={row} onClose={() => {}} />, async (db) => {
      await db.accounts.put(accountRow({ ownerId: ANNA.userId }));
      await db.categories.bulkPut([categoryRow(901), categoryRow(902, { name: 'Salary', type: 'income' })]);
      await syncedTransaction(db, row);
    });
    await screen.findByRole('dialog', { name: 'Edit Transaction' });
    await waitFor(() => expect(chosen(screen, 'Category')).toBe('Food (money back)'));
  }

  it('shows its category, and keeps it when something else changes', async () => {
    await openEditor();
    fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Crates' } });
    save();
    await waitFor(async () => expect(await lastSent()).toMatchObject([{ after: { description: 'Crates' } }]));
    const [operation] = (await lastSent()) ?? [];
    expect(operation).toMatchObject({ kind: 'patch', before: { description: 'Bottles' } });
    expect(JSON.stringify(operation)).not.toContain('refund');
    const rows = await newestTransactions(shown.db, row.accountId, 10);
    expect(rows).toMatchObject([{ description: 'Crates', refund: true, category: 'Food' }]);
  });

  it('makes it plain income when a category of income is chosen', async () => {
    await openEditor();
    await choose(screen, 'Category', 'Salary');
    save();
    const after = { type: 'income', refund: false, category: 'Salary' };
    await waitFor(async () => expect(await lastSent()).toMatchObject([{ kind: 'patch', after }]));
  });
});
