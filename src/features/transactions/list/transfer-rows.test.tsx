// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import { idOf, insertTransaction, transactionRow } from '#store/database/rows.fixture';
import { commitMutation } from '#store/optimistic/mutations';
import { closeApp, type OpenedApp, openApp } from '../../../../tests/support/signed-in-app.tsx';
import { useRememberedAccount } from '../../../session/accounts/active-account.ts';

afterEach(closeApp);

/** Two accounts with a transfer between them, and one whose other side is out of reach. */
async function arrange({ db, actor }: OpenedApp) {
  const [checking, savings] = [
    await createAccount(db, actor, { name: 'Checking' }),
    await createAccount(db, actor, { name: 'Savings' }),
  ];
  if (!checking.ok || !savings.ok) throw new Error('no account');
  const side = (number: number, over: Parameters<typeof transactionRow>[1]) =>
    insertTransaction(transactionRow(number, { nature: 'transfer', category: 'Transfer', ...over }));
  const plan = { amount: 5000, description: 'Plan', transferId: idOf(900) };
  const rent = { amount: 700, description: 'Rent', transferId: idOf(901) };
  const operations = [
    side(1, { ...plan, accountId: checking.id, type: 'expense', date: '2026-02-27' }),
    side(2, { ...plan, accountId: savings.id, type: 'income', date: '2026-03-02' }),
    side(3, { ...rent, accountId: checking.id, type: 'income', date: '2026-03-01' }),
  ];
  await commitMutation(db, operations, { userId: actor.userId, userEmail: actor.email, now: new Date() });
  useRememberedAccount.getState().select(checking.id);
}

it('a transfer says where its money went, and leads to that side in its account', async () => {
  await openApp({ address: '/', arrange });
  const row = within(await screen.findByRole('row', { name: /Plan/ }));
  fireEvent.click(await row.findByRole('link', { name: 'To Savings' }));
  expect(await screen.findByRole('heading', { name: 'Savings' })).toBeDefined();
  const there = within(await screen.findByRole('row', { name: /Plan/ }));
  expect(there.getByRole('cell', { name: 'Transfer' })).toBeDefined();
  expect(await there.findByRole('link', { name: 'From Checking' })).toBeDefined();
});

it('of a side that is out of reach nothing is said but that it is in another account', async () => {
  await openApp({ address: '/', arrange });
  const row = within(await screen.findByRole('row', { name: /Rent/ }));
  expect(row.getByText('From another account')).toBeDefined();
  expect(row.queryByRole('link')).toBeNull();
});

it('on a phone the card of a transfer names the other account', async () => {
  await openApp({ address: '/', arrange, width: 390 });
  expect(await screen.findByRole('button', { name: /Plan.*To Savings/ })).toBeDefined();
});

it('the cards count no transfer as income or expense, and the balance says what it has besides', async () => {
  await openApp({ address: '/', arrange });
  expect(await screen.findByText('Includes -$43.00: transfers, openings, adjustments.')).toBeDefined();
  const balance = screen.getByText('Current Balance').closest('div');
  expect(balance?.textContent).toContain('-$43.00');
  expect(screen.getByText('Total Income').closest('div')?.textContent).toContain('$0.00');
});
