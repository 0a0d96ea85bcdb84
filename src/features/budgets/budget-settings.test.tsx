// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import { createBudget } from '#store/commands/budgets/budget-create';
import type { Database } from '#store/database/database';
import { NOTHING_CHOSEN, notAmong } from '#texts/ui';
import { choose, chosen } from '../../../tests/support/choosing.ts';
import { ACTOR, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { BudgetSettings } from './budget-settings.tsx';

let shown: Screen;
afterEach(() => shown.close());

async function withAccount(db: Database) {
  const made = await createAccount(db, ACTOR, { name: 'Personal' });
  return made.ok ? made.id : '';
}

async function withBudget(db: Database) {
  await withAccount(db);
  const food = await db.categories.filter(({ name }) => name === 'Food').first();
  const made = await createBudget(db, ACTOR, { name: 'Eating', amount: '400', categoryId: food?.id ?? '' });
  return made.ok ? made.id : '';
}

async function open(prepare: (db: Database) => Promise<unknown>, budgetId?: string) {
  shown = await showSignedIn(<BudgetSettings budgetId={budgetId} />, prepare);
  await screen.findByRole('heading', { name: 'Active Budgets' });
}

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const lineOf = async (name: string) => within(await screen.findByRole('list', { name })).findByRole('listitem');

describe('creating a budget', () => {
  it('says that there are none yet', async () => {
    await open(withAccount);
    expect(screen.getByText('No budgets have been created yet.')).toBeTruthy();
  });

  it('makes a monthly budget of the default account over all categories', async () => {
    await open(withAccount);
    type('Budget Name', 'Household');
    type('Budget Amount', '1,200.50');
    click('Create Budget');
    expect(await screen.findByText('Budget created')).toBeTruthy();
    const line = await lineOf('Active Budgets');
    expect(within(line).getByText('$1,200.50')).toBeTruthy();
    expect(within(line).getByText('All categories')).toBeTruthy();
    expect(line.textContent).toContain('Covers transactions of Personal');
    await waitFor(() => expect(screen.getByLabelText('Budget Name')).toHaveProperty('value', ''));
  });

  it('makes the default account with the first budget when there is none', async () => {
    await open(async () => {});
    type('Budget Name', 'Household');
    type('Budget Amount', '10');
    click('Create Budget');
    expect(await screen.findByText('Budget created')).toBeTruthy();
    expect(await shown.db.accounts.count()).toBe(1);
  });

  it('asks for a name first', async () => {
    await open(withAccount);
    type('Budget Amount', '10');
    click('Create Budget');
    expect(await screen.findByText('Budget name required')).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText('Please enter a name for your budget.')).toHaveLength(2));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Budget Name')));
    expect(await shown.db.budgets.count()).toBe(0);
  });

  it.each(['', '0', '-5', 'much'])('asks for a valid amount instead of "%s"', async (amount) => {
    await open(withAccount);
    type('Budget Name', 'Household');
    type('Budget Amount', amount);
    click('Create Budget');
    expect(await screen.findByText('Valid amount required')).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText('Please enter a valid amount for your budget.')).toHaveLength(2));
    expect(await shown.db.budgets.count()).toBe(0);
  });

  it('asks for a choice where an account or a category is typed that is not in the list', async () => {
    await open(withAccount);
    type('Budget Name', 'Household');
    type('Budget Amount', '10');
    type('Account', 'Shop');
    type('Budget Category', 'Foodd');
    click('Create Budget');
    expect(await screen.findByText(notAmong('Shop'))).toBeTruthy();
    expect(screen.getByText(notAmong('Foodd'))).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Account')));
    expect(await shown.db.budgets.count()).toBe(0);
    type('Account', 'personal');
    type('Budget Category', '');
    await choose(screen, 'Budget Category', 'Food');
    click('Create Budget');
    expect(await screen.findByText('Budget created')).toBeTruthy();
    expect((await lineOf('Active Budgets')).textContent).toContain('Food');
  });

  it('keeps its category where the same account is chosen again, and not where it is another', async () => {
    await open(async (db) => {
      await withAccount(db);
      await createAccount(db, ACTOR, { name: 'Shop' });
    });
    await choose(screen, 'Budget Category', 'Food');
    type('Account', 'personal');
    expect(chosen(screen, 'Budget Category')).toBe('Food');
    type('Budget Category', 'Foodd');
    type('Account', 'Shop');
    await waitFor(() => expect(chosen(screen, 'Budget Category')).toBe('All categories'));
    type('Budget Name', 'Household');
    type('Budget Amount', '10');
    type('Account', '');
    fireEvent.submit(screen.getByRole('form', { name: 'New budget' }));
    expect(await screen.findByText(NOTHING_CHOSEN)).toBeTruthy();
    expect(await shown.db.budgets.count()).toBe(0);
    type('Account', 'Shop');
    click('Create Budget');
    expect(await screen.findByText('Budget created')).toBeTruthy();
    expect((await lineOf('Active Budgets')).textContent).toContain('Shop');
  });

  it('opens and hides a category manager in its place', async () => {
    await open(withAccount);
    click('Manage Categories');
    expect(await screen.findByRole('heading', { name: 'Expense Categories' })).toBeTruthy();
    click('Hide Manager');
    expect(screen.queryByRole('heading', { name: 'Expense Categories' })).toBeNull();
  });
});

describe('the list of budgets', () => {
  it('edits name, amount and category in the line', async () => {
    await open(withBudget);
    await screen.findByText('Eating');
    click('Edit Eating');
    const form = within(screen.getByRole('form', { name: 'Edit Eating' }));
    expect(form.getByLabelText('Amount')).toHaveProperty('value', '400.00');
    fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Eating out' } });
    fireEvent.change(form.getByLabelText('Amount'), { target: { value: '250' } });
    await choose(form, 'Budget Category', 'All categories');
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Budget updated')).toBeTruthy();
    const line = await lineOf('Active Budgets');
    expect(await within(line).findByText('Eating out')).toBeTruthy();
    expect(line.textContent).toContain('$250.00');
    expect(line.textContent).toContain('All categories');
  });

  it('saves no category that is not in the list, and Escape closes the list before the line', async () => {
    await open(withBudget);
    await screen.findByText('Eating');
    click('Edit Eating');
    const form = within(screen.getByRole('form', { name: 'Edit Eating' }));
    await waitFor(() => expect(chosen(form, 'Budget Category')).toBe('Food'));
    const field = form.getByLabelText('Budget Category');
    fireEvent.click(field);
    fireEvent.change(field, { target: { value: 'Foo' } });
    await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('true'));
    fireEvent.keyDown(field, { key: 'Escape' });
    await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('false'));
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(notAmong('Foo'))).toBeTruthy();
    expect(screen.queryByText('Budget updated')).toBeNull();
    fireEvent.change(field, { target: { value: 'housing' } });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Budget updated')).toBeTruthy();
    expect((await lineOf('Active Budgets')).textContent).toContain('Housing');
  });

  it('shows its own category also where that is offered to no other budget any more', async () => {
    await open(async (db) => {
      await withBudget(db);
      await db.categories.filter(({ name }) => name === 'Food').modify({ archived: true });
    });
    await screen.findByText('Eating');
    click('Edit Eating');
    const form = within(screen.getByRole('form', { name: 'Edit Eating' }));
    await waitFor(() => expect(chosen(form, 'Budget Category')).toBe('Food'));
  });

  it('keeps a budget as it was when editing is cancelled', async () => {
    await open(withBudget);
    await screen.findByText('Eating');
    click('Edit Eating');
    type('Name', 'Something else');
    click('Cancel');
    expect((await lineOf('Active Budgets')).textContent).toContain('Eating');
  });

  it('holds an edit to the rules of a new budget', async () => {
    await open(withBudget);
    await screen.findByText('Eating');
    click('Edit Eating');
    type('Name', ' ');
    click('Save');
    expect(await screen.findByText('Budget name required')).toBeTruthy();
  });

  it('opens the budget of the address for editing', async () => {
    let id = '';
    const db = async (opened: Database) => {
      id = await withBudget(opened);
    };
    shown = await showSignedIn(<OpenFirst idOf={() => id} />, db);
    expect(await screen.findByRole('form', { name: 'Edit Eating' })).toBeTruthy();
  });

  it('deletes a budget when the user confirms', async () => {
    await open(withBudget);
    await screen.findByText('Eating');
    click('Delete Eating');
    click('Delete budget');
    expect(await screen.findByText('Budget deleted')).toBeTruthy();
    expect(await screen.findByText('No budgets have been created yet.')).toBeTruthy();
  });

  it('calls a category that this device does not know Uncategorized', async () => {
    await open(async (db) => {
      await withBudget(db);
      await db.categories.clear();
    });
    expect((await lineOf('Active Budgets')).textContent).toContain('Uncategorized');
  });
});

function OpenFirst({ idOf }: { idOf: () => string }) {
  return <BudgetSettings budgetId={idOf()} />;
}
