/** Unsent entries about money that came back: a refund that is added, edited and ended, and many that become one. */

import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { changeTransactions } from '#store/commands/transactions/transactions-change';
import { Device } from './device.ts';
import type { Household } from './household.ts';
import type { Keep } from './keep.ts';
import { ANNA } from './people.ts';
import type { Server } from './server.ts';

const MONEY_BACK = { type: 'income', category: 'Food', refund: true } as const;

export async function unsentRefunds(server: Server, { account, shop }: Household, keep: Keep): Promise<void> {
  const shopper = new Device(server, ANNA);
  await shopper.sync();
  for (const n of [1, 2, 3])
    await shopper.add(`Money back ${n}`, { accountId: account, amount: `${n}.11`, ...MONEY_BACK });
  await shopper.add('Paid back', { accountId: account, type: 'expense', category: 'Salary', refund: true });
  for (const n of [1, 2]) await shopper.add(`Deposit ${n}`, { accountId: account, type: 'income', category: 'Food' });
  await shopper.sync();

  await shopper.add('Money back offline', { accountId: account, amount: '4.11', ...MONEY_BACK });
  await shopper.do(updateTransaction, { row: await shopper.row('Money back 1'), amount: '1.50' });
  await shopper.do(updateTransaction, { row: await shopper.row('Money back 2'), type: 'expense', refund: false });
  await shopper.do(updateTransaction, { row: await shopper.row('Money back 3'), accountId: shop });
  const rows = await shopper.rows('Deposit 1', 'Deposit 2');
  await shopper.do(changeTransactions, { rows, change: { field: 'refund', refund: true } });
  await keep(
    'refunds',
    shopper,
    'Money back that was added, edited, moved and ended; two incomes that became refunds.',
  );
}
