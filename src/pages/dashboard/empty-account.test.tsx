// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { today } from '#domain/dates/dates';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { closeApp, type OpenedApp, openApp } from '../../../tests/support/signed-in-app.tsx';

afterEach(closeApp);

async function empty({ db, actor }: OpenedApp): Promise<string> {
  const account = await createAccount(db, actor, { name: 'Household' });
  if (!account.ok) throw new Error('no account');
  return account.id;
}

const line = () => screen.queryByRole('img', { name: /^Balance over 90 days/ });

it('an account without transactions says so, and has no flat line and no signed zeros beneath the cards', async () => {
  await openApp({ address: '/', arrange: async (app) => void (await empty(app)) });
  expect(await screen.findByText('No transactions found')).toBeDefined();
  expect(await screen.findAllByText('$0.00 this month')).toHaveLength(3);
  expect(line()).toBeNull();
});

it('an account with a transaction has the line of its balance', async () => {
  await openApp({
    address: '/',
    arrange: async (app) => {
      const { db, actor } = app;
      const what = {
        type: 'income',
        amount: '3',
        date: today(new Date()),
        description: 'Tip',
        category: 'Gifts',
      } as const;
      await addTransaction(db, actor, { accountId: await empty(app), ...what });
    },
  });
  expect(await screen.findByRole('img', { name: /^Balance over 90 days/ })).toBeDefined();
  expect(await screen.findAllByText('+$3.00 this month')).toHaveLength(2);
});
