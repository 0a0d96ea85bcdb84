// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { today } from '#domain/dates/dates';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { closeApp, openApp } from '../../../tests/support/signed-in-app.tsx';
import * as kindIcon from '../../features/accounts/kind-icon.tsx';

vi.mock(import('../../features/accounts/kind-icon.tsx'), { spy: true });

afterEach(closeApp);

const entry = { type: 'expense', amount: '3', date: today(new Date()), description: 'Tea', category: 'Food' } as const;

it('an entry changes balances in the side bar, draws no account anew, and reads no roles', async () => {
  let accountId = '';
  const { db, actor } = await openApp({
    address: '/',
    arrange: async (app) => {
      for (const name of ['Wallet', 'Card']) {
        const made = await createAccount(app.db, app.actor, { name });
        if (made.ok && accountId === '') accountId = made.id;
      }
    },
  });
  const bar = within(await screen.findByRole('complementary', { name: 'Accounts' }));
  await waitFor(() => expect(bar.getAllByText('$0.00')).toHaveLength(3));
  const drawn = vi.mocked(kindIcon.KindIcon).mock.calls.length;
  expect(drawn).toBeGreaterThan(0);
  const roles = vi.spyOn(db.cursors, 'toArray');
  await addTransaction(db, actor, { accountId, ...entry });
  await waitFor(() => expect(bar.getAllByText('-$3.00')).toHaveLength(2));
  expect(vi.mocked(kindIcon.KindIcon)).toHaveBeenCalledTimes(drawn);
  expect(roles).not.toHaveBeenCalled();
});
