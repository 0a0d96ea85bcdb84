// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import { createBudget } from '#store/commands/budgets/budget-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import type { Database } from '#store/database/database';
import { categoryChoicesFor } from '#store/queries/categories/categories';
import { newestTransactions } from '#store/queries/rows/transactions';
import { opening } from '../../../tests/support/opening.ts';
import { ACTOR, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { CategoryManager } from './category-manager.tsx';

let shown: Screen;
afterEach(() => shown.close());

const withAccount = (db: Database) => createAccount(db, ACTOR, { name: 'Personal' });

async function open(prepare: (db: Database) => Promise<unknown> = withAccount) {
  shown = await showSignedIn(<CategoryManager />, prepare);
  await screen.findByRole('heading', { name: 'Expense Categories' });
}

const listOf = (name: string) => screen.findByRole('list', { name });
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the category manager', () => {
  it('lists expense and income categories apart', async () => {
    await open();
    expect(within(await listOf('Expense Categories')).getByText('Food')).toBeTruthy();
    expect(within(await listOf('Income Categories')).getByText('Salary')).toBeTruthy();
  });

  it('says whose categories a shared account has, to a user who has one', async () => {
    const explained = /has the categories of its owner/;
    await open();
    expect(screen.queryByText(explained)).toBeNull();
    const [account] = await shown.db.accounts.toArray();
    if (!account) throw new Error('no account');
    await shown.db.accounts.put({ ...account, id: crypto.randomUUID(), ownerId: crypto.randomUUID() });
    await screen.findByText(explained);
  });

  it('says so when there are none', async () => {
    await open(async () => {});
    expect(screen.getByText('No expense categories found.')).toBeTruthy();
    expect(screen.getByText('No income categories found.')).toBeTruthy();
  });

  it('adds a category of the chosen type and says so', async () => {
    await open();
    fireEvent.click(screen.getByLabelText('Income'));
    type('Category name', '  Rent received ');
    click('Add category');
    expect(await within(await listOf('Income Categories')).findByText('Rent received')).toBeTruthy();
    expect(await screen.findByText('Category added')).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText('Category name')).toHaveProperty('value', ''));
  });

  it('asks for a name when it is blank, in a toast and at the field', async () => {
    await open();
    type('Category name', '   ');
    click('Add category');
    expect(await screen.findByText('Category name required')).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText('Please enter a name for your category.')).toHaveLength(2));
    expect(screen.getByLabelText('Category name').getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Category name')));
  });

  it('refuses a second category of the same type and name', async () => {
    await open();
    type('Category name', 'food');
    click('Add category');
    expect(await screen.findByText('Failed to add category')).toBeTruthy();
    const reason = 'There is a category of this type and name already.';
    await waitFor(() => expect(screen.getAllByText(reason)).toHaveLength(2));
  });

  it('renames a category with the transactions that carry it', async () => {
    let accountId = '';
    await open(async (db) => {
      const made = await withAccount(db);
      if (made.ok) accountId = made.id;
      const entry = { accountId, type: 'expense', amount: '5', date: '2026-03-05', description: 'Bread' } as const;
      await addTransaction(db, ACTOR, { ...entry, category: 'Food' });
    });
    click('Edit Food');
    type('New name', 'Groceries');
    click('Save');
    expect(await screen.findByText('Category updated')).toBeTruthy();
    expect(await within(await listOf('Expense Categories')).findByText('Groceries')).toBeTruthy();
    expect((await newestTransactions(shown.db, accountId, 1))[0]?.category).toBe('Groceries');
  });

  it('keeps the name when editing is cancelled, and gives the focus back', async () => {
    await open();
    click('Edit Food');
    type('New name', 'Groceries');
    click('Cancel');
    expect(within(await listOf('Expense Categories')).getByText('Food')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Food' }));
  });

  it('deletes a category when the user confirms', async () => {
    await open();
    click('Delete Food');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete category' }));
    expect(await screen.findByText('Category deleted')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Food')).toBeNull());
  });

  it('keeps a category when the user does not confirm', async () => {
    await open();
    click('Delete Food');
    await screen.findByRole('button', { name: 'Delete category' });
    click('Cancel');
    expect(within(await listOf('Expense Categories')).getByText('Food')).toBeTruthy();
  });

  it('refuses to delete a category that a budget uses, without asking', async () => {
    await open(async (db) => {
      await withAccount(db);
      const food = await db.categories.filter(({ name }) => name === 'Food').first();
      await createBudget(db, ACTOR, { name: 'Eating', amount: '100', categoryId: food?.id ?? '' });
    });
    click('Delete Food');
    expect(await screen.findByText('Cannot delete category')).toBeTruthy();
    expect(screen.getByText('This category is being used in one or more budgets.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete category' })).toBeNull();
  });

  const menuOf = async (name: string) => {
    await opening(() => click(`More for ${name}`));
    return within(await screen.findByRole('dialog', { name: `More for ${name}` }));
  };

  it('puts a category under the heading of its group, and takes it out again', async () => {
    await open();
    const menu = await menuOf('Food');
    fireEvent.change(menu.getByLabelText(/^Group/), { target: { value: ' Daily ' } });
    fireEvent.click(menu.getByRole('button', { name: 'Save' }));
    expect(within(await listOf('Daily')).getByText('Food')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Daily' })).toBeTruthy();
    expect(within(await listOf('Expense Categories')).queryByText('Food')).toBeNull();
    const again = await menuOf('Food');
    fireEvent.change(again.getByLabelText(/^Group/), { target: { value: '' } });
    fireEvent.click(again.getByRole('button', { name: 'Save' }));
    expect(await within(await listOf('Expense Categories')).findByText('Food')).toBeTruthy();
  });

  it('says at the field that the name of a group is too long, and keeps what was typed', async () => {
    await open();
    const menu = await menuOf('Food');
    fireEvent.change(menu.getByLabelText(/^Group/), { target: { value: 'x'.repeat(201) } });
    fireEvent.click(menu.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(menu.getByLabelText(/^Group/).getAttribute('aria-invalid')).toBe('true'));
    expect(menu.getByLabelText(/^Group/)).toHaveProperty('value', 'x'.repeat(201));
  });

  it('folds an archived category away, offers it no more, and Undo brings it back', async () => {
    await open();
    const offered = async () => {
      const [account] = await shown.db.accounts.toArray();
      const choices = await categoryChoicesFor(shown.db, account?.id ?? '', 'expense');
      return choices.map(({ name }) => name);
    };
    const menu = await menuOf('Food');
    fireEvent.click(menu.getByRole('button', { name: 'Archive' }));
    expect(within(await listOf('Archived (1)')).getByText('Food')).toBeTruthy();
    expect(await offered()).not.toContain('Food');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await within(await listOf('Expense Categories')).findByText('Food')).toBeTruthy();
    expect(await offered()).toContain('Food');
  });
});

describe('a merge in the category manager', () => {
  const twoWithRows = async (db: Database) => {
    const account = await createAccount(db, ACTOR, { name: 'Personal' });
    if (!account.ok) throw new Error('no account');
    for (const category of ['Food', 'Food', 'Housing']) {
      const entry = { type: 'expense', amount: '3', date: '2026-03-05', description: category } as const;
      await addTransaction(db, ACTOR, { ...entry, category, accountId: account.id });
    }
    const food = (await db.categories.toArray()).find(({ name }) => name === 'Food');
    if (!food) throw new Error('no category');
    const budget = { accountId: account.id, categoryId: food.id, startDate: '2026-03-01' };
    await createBudget(db, ACTOR, { ...budget, name: 'Groceries', amount: '100', description: '' });
  };

  async function chooseInto(name: string) {
    const into = await screen.findByRole('combobox', { name: 'Merge into' });
    fireEvent.change(into, { target: { value: name } });
    fireEvent.blur(into);
  }

  const categoriesOfRows = async () => {
    const [account] = await shown.db.accounts.toArray();
    return (await newestTransactions(shown.db, account?.id ?? '', 10)).map(({ category }) => category);
  };

  it('says what it will do, merges, and takes it back', async () => {
    await open(twoWithRows);
    await opening(() => click('More for Food'));
    await screen.findByRole('dialog', { name: 'More for Food' });
    await opening(() => click('Merge into another category'));
    await chooseInto('Housing');
    expect(await screen.findByText('2 transactions get the category Housing, and Food goes.')).toBeTruthy();
    expect(screen.getByText('1 budget counts Housing from then on: Groceries.')).toBeTruthy();
    click('Merge');
    expect(await screen.findByText('Food is part of Housing now.')).toBeTruthy();
    await waitFor(async () => expect(within(await listOf('Expense Categories')).queryByText('Food')).toBeNull());
    expect(await categoriesOfRows()).toEqual(['Housing', 'Housing', 'Housing']);
    click('Undo');
    expect(await within(await listOf('Expense Categories')).findByText('Food')).toBeTruthy();
    expect((await categoriesOfRows()).sort()).toEqual(['Food', 'Food', 'Housing']);
  });

  it('asks for the other category, and says so of what is none', async () => {
    await open(twoWithRows);
    await opening(() => click('More for Food'));
    await screen.findByRole('dialog', { name: 'More for Food' });
    await opening(() => click('Merge into another category'));
    await screen.findByRole('combobox', { name: 'Merge into' });
    click('Merge');
    expect(await screen.findByText('Choose from the list.')).toBeTruthy();
    await chooseInto('Salary');
    click('Merge');
    expect(await screen.findByText(/“Salary” is not in the list/)).toBeTruthy();
    expect(await shown.db.outbox.filter(({ operations }) => operations[0]?.kind === 'call').count()).toBe(0);
  });

  it('is offered where a new name is that of another category', async () => {
    await open(twoWithRows);
    click('Edit Food');
    type('New name', 'housing');
    click('Save');
    await screen.findByRole('button', { name: 'Merge the two' });
    await opening(() => click('Merge the two'));
    const into = await screen.findByRole('combobox', { name: 'Merge into' });
    await waitFor(() => expect(into).toHaveProperty('value', 'Housing'));
    expect(await screen.findByText('2 transactions get the category Housing, and Food goes.')).toBeTruthy();
  });
});
