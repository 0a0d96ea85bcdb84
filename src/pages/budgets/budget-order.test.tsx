// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { today } from '#domain/dates/dates';
import { createAccount } from '#store/commands/accounts/account-create';
import { createBudget } from '#store/commands/budgets/budget-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { ACTOR, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { BudgetsTab } from './budgets-tab.tsx';

let shown: Screen;
afterEach(() => shown.close());

it('the budget comes first of which the largest share is spent', async () => {
  shown = await showSignedIn(<BudgetsTab />, async (db) => {
    const account = await createAccount(db, ACTOR, { name: 'Personal' });
    if (!account.ok) throw new Error('no account');
    for (const [name, amount] of [
      ['Most of it', '100'],
      ['A little', '1000'],
      ['Half', '180'],
    ] as const) {
      await createBudget(db, ACTOR, { name, amount, categoryId: '' });
    }
    const meal = {
      type: 'expense',
      category: 'Food',
      amount: '90',
      date: today(new Date()),
      description: 'Meal',
    } as const;
    await addTransaction(db, ACTOR, { ...meal, accountId: account.id });
  });
  const list = within(await screen.findByRole('list', { name: 'Active Budgets' }));
  await list.findByRole('button', { name: 'Half' });
  const names = list.getAllByRole('heading').map(({ textContent }) => textContent);
  expect(names).toEqual(['Most of it', 'Half', 'A little']);
});
