// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { formatDate, shiftMonths, today } from '#domain/dates/dates';
import { createAccount } from '#store/commands/accounts/account-create';
import { addAdjustment } from '#store/commands/reconciling/adjustment-add';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { closeApp, type OpenedApp, openApp } from '../../../tests/support/signed-in-app.tsx';

afterEach(closeApp);

const DAY = today(new Date());

async function arrange({ db, actor }: OpenedApp) {
  for (const [name, amount] of [
    ['Household', '9'],
    ['Shop', '30'],
  ] as const) {
    const account = await createAccount(db, actor, { name });
    if (!account.ok) throw new Error('no account');
    const input = { accountId: account.id, type: 'expense', amount, date: shiftMonths(DAY, -2) } as const;
    await addTransaction(db, actor, { ...input, category: 'Food', description: `Bread for ${name}` });
    await addTransaction(db, actor, { ...input, category: 'Food delivery', description: `Pizza for ${name}` });
  }
}

const address = () => new URLSearchParams(location.search);

it('a number of a report leads to its rows in all accounts, and Back to the report as it was', async () => {
  await openApp({ address: '/?tab=reports', arrange });
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: shiftMonths(DAY, -3) } });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Food' }));
  const sum = await screen.findAllByRole('link', { name: '-$39.00' });
  await waitFor(() => expect(address().get('categories')).toBe('["Food"]'));
  expect(address().get('from')).toBe(shiftMonths(DAY, -3));

  fireEvent.click(sum[0] ?? document.body);
  expect(await screen.findByText(/^2 transactions found/)).toHaveProperty(
    'textContent',
    '2 transactions found, -$39.00',
  );
  expect(screen.getByRole('row', { name: /Bread for Shop/ })).toBeDefined();
  expect(screen.queryByRole('row', { name: /Pizza/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Remove: Category Food' })).toBeDefined();

  act(() => history.back());
  expect(await screen.findByLabelText('From')).toHaveProperty('value', formatDate(shiftMonths(DAY, -3)));
  expect(await screen.findByRole('checkbox', { name: 'Food' })).toHaveProperty('checked', true);
  expect(await screen.findAllByRole('link', { name: '-$39.00' })).not.toHaveLength(0);
});

it('opening balances and adjustments stand apart from Net Change, which leads to all other rows', async () => {
  await openApp({
    address: '/?tab=reports',
    arrange: async ({ db, actor }) => {
      const account = await createAccount(db, actor, { name: 'Household', opening: '1200', openingDate: DAY });
      if (!account.ok) throw new Error('no account');
      const accountId = account.id;
      const words = { category: 'Adjustment', description: 'Difference' };
      await addAdjustment(db, actor, { accountId, cents: -500, date: DAY, ...words });
      const input = { accountId, type: 'expense', amount: '30', date: DAY } as const;
      await addTransaction(db, actor, { ...input, category: 'Food', description: 'Bread' });
    },
  });
  await screen.findAllByRole('link', { name: '-$30.00' });
  const line = screen.getByText(/^Opening balances and adjustments: /);
  expect(line.textContent).toBe('Opening balances and adjustments: +$1,195.00. Not part of Net Change.');
  const found = async () => (await screen.findByText(/^\d+ transactions? found/)).textContent;
  for (const [sum, sentence] of [
    ['-$30.00', '1 transaction found, -$30.00'],
    ['+$1,195.00', '2 transactions found, +$1,195.00'],
  ] as const) {
    fireEvent.click(screen.getAllByRole('link', { name: sum })[0] ?? document.body);
    expect(await found()).toBe(sentence);
    act(() => history.back());
    await screen.findByText(/^Opening balances and adjustments: /);
  }
});
