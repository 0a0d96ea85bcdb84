// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ACCOUNT, ANNA, accountRow, idOf } from '#store/database/rows.fixture';
import ActivityDialog from './activity-dialog.tsx';
import { ACTIVITY_CALL, event, type HistoryScreen, showWithServer } from './history.fixture.tsx';

let shown: HistoryScreen;
afterEach(() => shown.close());

async function openActivity(answer: object | null): Promise<void> {
  const account = accountRow({ name: 'Household' });
  shown = await showWithServer(<ActivityDialog account={account} onClose={() => {}} />, async (db, service) => {
    if (answer) service.answer(ACTIVITY_CALL, 200, answer);
    else service.disconnect();
    await db.accounts.put(account);
  });
  await screen.findByRole('dialog', { name: 'Activity of Household' });
}

it('tells in words what was done to rows of every kind', async () => {
  const budget = { id: idOf(5), accountId: ACCOUNT, name: 'Holidays', amount: 5000 };
  await openActivity({
    events: [
      event(9, { kind: 'removal' }),
      event(8, { table: 'budgets', row: { ...budget, amount: 7000 }, before: { amount: 5000 } }),
      event(7, {
        table: 'categories',
        kind: 'addition',
        author: ANNA.userEmail,
        row: { name: 'Pets', type: 'expense' },
      }),
      event(6, { table: 'accounts', before: { name: 'Home' }, row: { name: 'Household' } }),
      event(5, { kind: 'arrival', author: null }),
      event(4, { kind: 'departure' }),
      event(3, { kind: 'restore' }),
      event(2, { table: 'reconciliations', kind: 'addition', row: {} }),
    ],
    more: false,
  });
  const items = await within(await screen.findByRole('list', { name: 'Activity' })).findAllByRole('listitem');
  expect(items.map((item) => item.textContent?.split('Mar ')[0])).toEqual([
    'ben@example.org deleted Dinner, -$20.00',
    'ben@example.org changed the budget Holidays',
    'You added the category Pets',
    'ben@example.org changed the account',
    'Somebody moved Dinner, -$20.00 here from another account',
    'ben@example.org moved Dinner, -$20.00 to another account',
    'ben@example.org brought Dinner, -$20.00 back',
    'ben@example.org added something',
  ]);
  expect(items[1]?.textContent).toContain('Amount$50.00 is now $70.00');
  expect(items[3]?.textContent).toContain('NameHome is now Household');
});

it('says that nothing is there, or that it needs a connection and can be tried again', async () => {
  await openActivity(null);
  expect(await screen.findByText('This needs a connection.')).toBeTruthy();
  await shown.close();
  await openActivity({ events: [], more: false });
  expect(await screen.findByText('The server knows nothing about this yet.')).toBeTruthy();
});
