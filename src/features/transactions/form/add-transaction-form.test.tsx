// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import { renameCategory } from '#store/commands/categories/category-rename';
import { newestTransactions } from '#store/queries/rows/transactions';
import { choose, chosen, offeredWith } from '../../../../tests/support/choosing.ts';
import { opening } from '../../../../tests/support/opening.ts';
import { closeApp, type OpenedApp, openApp } from '../../../../tests/support/signed-in-app.tsx';
import { useRememberedAccount } from '../../../session/accounts/active-account.ts';

afterEach(closeApp);

const household = async ({ db, actor }: OpenedApp) => {
  await createAccount(db, actor, { name: 'Household' });
};

async function openForm() {
  const app = await openApp({ address: '/', arrange: household });
  const form = within(await screen.findByRole('form', { name: 'Add transaction' }));
  await offeredWith(form, 'Category', 'Salary');
  return { app, form };
}

function type(form: ReturnType<typeof within>, label: string, value: string) {
  fireEvent.change(form.getByLabelText(label), { target: { value } });
}

describe('the add-transaction form', () => {
  it('saves nothing while it is incomplete, shows an error at every field and focuses the first', async () => {
    const { app, form } = await openForm();
    fireEvent.click(form.getByRole('button', { name: 'Add Transaction' }));
    const amount = form.getByLabelText('Amount');
    expect(document.activeElement).toBe(amount);
    expect(describedBy(amount)).toBe('Enter an amount.');
    expect(describedBy(form.getByLabelText('Description'))).toBe('Enter a description.');
    expect(describedBy(form.getByLabelText('Category'))).toBe('Choose a category.');
    const [account] = await app.db.accounts.toArray();
    expect(await newestTransactions(app.db, account?.id ?? '', 10)).toEqual([]);
  });

  it('is one row, and shows the account and the split on request', async () => {
    const { form } = await openForm();
    const more = form.getByRole('button', { name: 'More fields' });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    expect(form.queryByRole('combobox', { name: 'Account' })).toBeNull();
    expect(form.queryByRole('button', { name: 'Split' })).toBeNull();
    fireEvent.click(more);
    expect(form.getByRole('combobox', { name: 'Account' })).toBeDefined();
    await opening(() => fireEvent.click(form.getByRole('button', { name: 'Split' })));
    expect(await form.findByLabelText('Line 1: Category')).toBeDefined();
  });

  it('does not move the focus to the next mistake while one is corrected', async () => {
    const { form } = await openForm();
    fireEvent.click(form.getByRole('button', { name: 'Add Transaction' }));
    type(form, 'Amount', '5');
    const amount = form.getByLabelText('Amount');
    expect(document.activeElement).toBe(amount);
    expect(amount.getAttribute('aria-invalid')).toBeNull();
    expect(form.getByLabelText('Description').getAttribute('aria-invalid')).toBe('true');
  });

  it('does not choose another account for text that was typed for one that is gone', async () => {
    const app = await openApp({
      address: '/',
      arrange: async (opened) => {
        await createAccount(opened.db, opened.actor, { name: 'Mine' });
        await household(opened);
      },
    });
    const shared = (await app.db.accounts.toArray()).find(({ name }) => name === 'Household');
    useRememberedAccount.getState().select(shared?.id ?? '');
    const form = within(await screen.findByRole('form', { name: 'Add transaction' }));
    const account = form.getByLabelText('Account');
    await waitFor(() => expect(account).toHaveProperty('value', 'Household'));
    type(form, 'Amount', '88');
    type(form, 'Description', 'Office chair');
    await app.db.accounts.delete(shared?.id ?? '');
    await waitFor(() => expect(account).toHaveProperty('value', ''));
    expect(await offeredWith(form, 'Account', 'Mine')).toEqual(['Mine']);
    expect(account).toHaveProperty('value', '');
    expect(form.getByLabelText('Description')).toHaveProperty('value', 'Office chair');
    fireEvent.click(form.getByRole('button', { name: 'Add Transaction' }));
    expect(describedBy(account)).toBe('Choose an account.');
  });

  it('offers the new day after midnight when nothing was entered yet', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 14, 23, 50) });
    onTestFinished(() => void vi.useRealTimers());
    const { form } = await openForm();
    expect(form.getByLabelText('Date')).toHaveProperty('value', 'Mar 14, 2026');
    vi.setSystemTime(new Date(2026, 2, 15, 7, 0));
    fireEvent(document, new Event('visibilitychange'));
    expect(form.getByLabelText('Date')).toHaveProperty('value', 'Mar 15, 2026');
    type(form, 'Date', '2026-03-01');
    vi.setSystemTime(new Date(2026, 2, 16, 7, 0));
    fireEvent(document, new Event('visibilitychange'));
    expect(form.getByLabelText('Date')).toHaveProperty('value', '2026-03-01');
  });

  it.each(['here', 'elsewhere'])('follows a rename of the chosen category that was made %s', async (where) => {
    const { app, form } = await openForm();
    await choose(form, 'Category', 'Salary');
    const salary = await app.db.categories.filter(({ name }) => name === 'Salary').first();
    if (!salary) throw new Error('no category');
    if (where === 'here') await renameCategory(app.db, app.actor, { id: salary.id, name: 'Wages' });
    else await app.db.categories.put({ ...salary, name: 'Wages' });
    await waitFor(() => expect(form.getByLabelText('Category')).toHaveProperty('value', 'Wages'));
    expect(await offeredWith(form, 'Category', 'Wages')).not.toContain('Salary');
  });

  it('saves an income, tells it, shows it with its sums, and clears amount and description', async () => {
    const { form } = await openForm();
    type(form, 'Amount', '12.50');
    type(form, 'Description', 'March salary');
    await choose(form, 'Category', 'Salary');
    fireEvent.click(form.getByRole('button', { name: 'Add Transaction' }));
    expect(await screen.findByText('Transaction added')).toBeDefined();
    expect(await screen.findByText('Income of $12.50 saved successfully.')).toBeDefined();
    const row = within(await screen.findByRole('row', { name: /March salary/ }));
    expect(row.getByText('+$12.50')).toBeDefined();
    expect(row.getByText('anna@example.org')).toBeDefined();
    expect((await screen.findByText('Total Income')).closest('div')?.textContent).toContain('+$12.50');
    expect(form.getByLabelText<HTMLInputElement>('Amount').value).toBe('');
    expect(form.getByLabelText<HTMLInputElement>('Description').value).toBe('');
    expect(chosen(form, 'Category')).toBe('Salary');
  });

  it('takes the next transactions while the previous one is still being saved', async () => {
    const { app, form } = await openForm();
    await choose(form, 'Category', 'Salary');
    for (const [amount, description] of [
      ['12.50', 'First'],
      ['12.50', 'Second'],
      ['7', 'Third'],
    ] as const) {
      type(form, 'Amount', amount);
      type(form, 'Description', description);
      fireEvent.click(form.getByRole('button', { name: 'Add Transaction' }));
    }
    const [account] = await app.db.accounts.toArray();
    const saved = async () => (await newestTransactions(app.db, account?.id ?? '', 10)).map((row) => row.description);
    await waitFor(async () => expect((await saved()).sort()).toEqual(['First', 'Second', 'Third']));
    await waitFor(() => expect(form.getByLabelText('Description')).toHaveProperty('value', ''));
  });

  it('keeps the draft when it could not be saved', async () => {
    const { form } = await openForm();
    type(form, 'Amount', '12.50');
    type(form, 'Description', 'March salary');
    await choose(form, 'Category', 'Salary');
    const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    onTestFinished(() => full.mockRestore());
    fireEvent.click(form.getByRole('button', { name: 'Add Transaction' }));
    expect(await screen.findByText('Transaction failed')).toBeDefined();
    expect(form.getByLabelText('Description')).toHaveProperty('value', 'March salary');
    expect(form.getByLabelText('Amount')).toHaveProperty('value', '12.50');
  });

  it('has one account chosen and no empty choice', async () => {
    const { form } = await openForm();
    expect(chosen(form, 'Account')).toBe('Household');
    expect(await offeredWith(form, 'Account', 'Household')).toEqual(['Household']);
  });

  it('completes a description from history, which brings its category', async () => {
    const { form } = await openForm();
    type(form, 'Amount', '7');
    type(form, 'Description', 'March salary');
    await choose(form, 'Category', 'Salary');
    fireEvent.click(form.getByRole('button', { name: 'Add Transaction' }));
    // The row may appear before the form is cleared for the next one.
    await waitFor(() => expect(form.getByLabelText<HTMLInputElement>('Description').value).toBe(''));
    fireEvent.change(form.getByLabelText('Category'), { target: { value: '' } });
    type(form, 'Description', 'mar');
    fireEvent.click(await form.findByRole('option', { name: /March salary/ }));
    expect(form.getByLabelText<HTMLInputElement>('Description').value).toBe('March salary');
    expect(chosen(form, 'Category')).toBe('Salary');
  });

  it('makes a category that is not there yet, with the entry', async () => {
    const { app, form } = await openForm();
    type(form, 'Amount', '7');
    type(form, 'Description', 'Puppies');
    type(form, 'Category', 'Pets');
    fireEvent.click(await screen.findByRole('option', { name: 'New category “Pets”' }));
    expect(await form.findByText('This category is new.')).toBeDefined();
    fireEvent.click(form.getByRole('button', { name: 'Add Transaction' }));
    const [account] = await app.db.accounts.toArray();
    const saved = () => newestTransactions(app.db, account?.id ?? '', 10);
    await waitFor(async () => expect(await saved()).toMatchObject([{ category: 'Pets' }]));
    expect(await app.db.categories.filter(({ name }) => name === 'Pets').toArray()).toMatchObject([{ type: 'income' }]);
    await waitFor(() => expect(form.queryByText('This category is new.')).toBeNull());
  });

  it('saves nothing while the category is a text that is none, says so, and keeps the text', async () => {
    const { app, form } = await openForm();
    type(form, 'Amount', '7');
    type(form, 'Description', 'Puppies');
    type(form, 'Category', 'Pets');
    fireEvent.click(form.getByRole('button', { name: 'Add Transaction' }));
    const category = form.getByLabelText('Category');
    await waitFor(() => expect(describedBy(category)).toBe('“Pets” is not in the list. Choose from it.'));
    expect(chosen(form, 'Category')).toBe('Pets');
    const [account] = await app.db.accounts.toArray();
    expect(await newestTransactions(app.db, account?.id ?? '', 10)).toEqual([]);
  });

  it('clears the category when the type changes and offers those of the new type', async () => {
    const { form } = await openForm();
    await choose(form, 'Category', 'Salary');
    fireEvent.click(form.getByRole('radio', { name: 'Expense' }));
    expect(await offeredWith(form, 'Category', 'Food')).not.toContain('Salary');
    expect(chosen(form, 'Category')).toBe('');
  });
});

function describedBy(field: HTMLElement): string | null {
  return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? null;
}
