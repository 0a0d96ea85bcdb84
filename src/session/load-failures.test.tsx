// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { closeApp, openApp } from '../../tests/support/signed-in-app.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  for (const button of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(button);
  closeApp();
});

/** From now on the disk fails to read this table. Opening the database, which looks at all tables, still works. */
function makeUnreadable(table: string): void {
  const transaction = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, names, ...rest) {
    const asked = [names].flat();
    const opens = asked.length === this.objectStoreNames.length;
    if (asked.includes(table) && !opens)
      throw Object.assign(new Error('The disk cannot be read.'), { name: 'UnknownError' });
    return transaction.call(this, names, ...rest);
  });
}

it.each([
  ['accounts', '/?tab=accounts', 'Failed to load accounts', /The disk cannot be read/],
  ['transactions', '/', 'Failed to load transactions', /The disk cannot be read/],
  ['budgets', '/?tab=budgets', 'Failed to load budgets', 'There was an error loading your budgets.'],
  ['budgets', '/settings?tab=budget', 'Failed to load budgets', /The disk cannot be read/],
  ['categories', '/settings', 'Failed to load categories', 'There was an error loading your categories.'],
])('when %s cannot be read, %s shows "%s", once', async (table, address, title, description) => {
  await openApp({
    address,
    arrange: async ({ db: database, actor }) => {
      const account = await createAccount(database, actor, { name: 'Household' });
      if (!account.ok) throw new Error('no account');
      const entry = { accountId: account.id, type: 'expense', amount: '5', date: '2026-03-01' } as const;
      await addTransaction(database, actor, { ...entry, category: 'Food', description: 'Soup' });
      makeUnreadable(table);
    },
  });
  const toasts = within(await screen.findByLabelText('Notices'));
  expect(await toasts.findByText(title)).toBeTruthy();
  expect(toasts.getAllByText(description)).toHaveLength(1);
});
