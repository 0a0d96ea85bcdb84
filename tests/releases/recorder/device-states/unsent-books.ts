/** Unsent entries about books: transfers, splits, statements, many rows at once, and an undo of what was sent. */

import { archiveAccount } from '#store/commands/accounts/account-archive';
import { createAccount } from '#store/commands/accounts/account-create';
import { archiveCategory } from '#store/commands/categories/category-archive';
import { groupCategory } from '#store/commands/categories/category-group';
import { readNotice } from '#store/commands/notices/notice-read';
import { addAdjustment } from '#store/commands/reconciling/adjustment-add';
import { finishReconciliation } from '#store/commands/reconciling/reconciliation-finish';
import { undoReconciliation } from '#store/commands/reconciling/reconciliation-undo';
import { setStatus } from '#store/commands/transactions/status-set';
import { deleteTransaction } from '#store/commands/transactions/transaction-delete';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { changeTransactions } from '#store/commands/transactions/transactions-change';
import { deleteTransactions } from '#store/commands/transactions/transactions-delete';
import { addTransfer } from '#store/commands/transfers/transfer-add';
import { deleteTransfer } from '#store/commands/transfers/transfer-delete';
import { editTransfer, linkTransfer, unlinkTransfer } from '#store/commands/transfers/transfer-edit';
import { undoAction } from '#store/commands/undo/action-undo';
import { lineOf } from './books.ts';
import { aSecondLater, Device } from './device.ts';
import type { Household } from './household.ts';
import type { Keep } from './keep.ts';
import { ANNA } from './people.ts';
import type { Server } from './server.ts';

export async function unsentBooks(server: Server, { account, shop, ben }: Household, keep: Keep): Promise<void> {
  const clerk = new Device(server, ANNA);
  await clerk.sync();
  await transfers(clerk, { account, shop });
  const lines = [lineOf('Food', '7.00'), lineOf('Unheard-of', '8.00')];
  await clerk.add('Divided offline', { accountId: account, amount: '15.00', category: '', lines });
  const divided = await clerk.row('Divided 2');
  const other = [lineOf('Food', '10.00'), lineOf('Ship', '30.00')];
  await clerk.do(updateTransaction, { row: divided, amount: '40.00', lines: other });
  await clerk.do(updateTransaction, { row: await clerk.row('Divided 3'), category: 'Food' });
  await keep('transfers', clerk, 'Transfers and splits that were made, edited, linked, unlinked and deleted.');

  const auditor = new Device(server, ANNA);
  await auditor.sync();
  const cash = { kind: 'cash', opening: '5', openingDate: '2026-11-01' } as const;
  const [made] = await auditor.small('reconciliations', () => true);
  await auditor.do(undoReconciliation, { id: made?.id ?? '' });
  const { id: purse } = await auditor.do(createAccount, { name: 'Purse', type: 'personal', ...cash });
  const adjusted = { accountId: purse, cents: 125, date: '2026-11-09', category: 'Adjustment' };
  await auditor.do(addAdjustment, { ...adjusted, description: 'Found in a coat' });
  await auditor.do(setStatus, { rows: await auditor.rows('Salary'), status: 'cleared' });
  const statement = { accountId: account, date: '2026-11-09', balance: 250_000 };
  await auditor.do(finishReconciliation, { ...statement, rows: await auditor.rows('Salary') });
  await auditor.do(archiveAccount, { id: (await auditor.named('accounts', 'Closed')).id, archived: false });
  await auditor.do(archiveCategory, { id: (await auditor.named('categories', 'Gifts')).id, archived: true });
  await auditor.do(groupCategory, { id: (await auditor.named('categories', 'Dragons')).id, group: 'Leisure' });
  const some = await auditor.rows('Batch 1', 'Batch 2', 'Batch 3');
  await auditor.do(changeTransactions, { rows: some, change: { field: 'date', date: '2026-10-31' } });
  const others = await auditor.rows('Batch 4', 'Batch 5');
  await auditor.do(changeTransactions, { rows: others, change: { field: 'accountId', accountId: shop } });
  await auditor.do(deleteTransactions, { rows: await auditor.rows('Shop 1', 'Shop 2') });
  await keep('books', auditor, 'Statements, an adjustment, an archive, a group, and many rows changed at once.');

  const hasty = new Device(server, ANNA);
  await hasty.sync();
  const deeds = [
    await hasty.do(deleteTransaction, { row: await hasty.row('Bakery') }),
    await hasty.do(deleteTransaction, { row: await hasty.row('Shop 6') }),
    await hasty.do(unlinkTransfer, { rows: await hasty.rows('Went out', 'Came in') }),
    await hasty.do(changeTransactions, {
      rows: await hasty.rows('Market 7', 'Sail'),
      change: { field: 'category', type: 'expense', category: 'Food' },
    }),
  ];
  await hasty.do(updateTransaction, { row: await hasty.row('Market 3'), description: 'Named by Anna' });
  await ben.sync();
  await hasty.sync();
  await aSecondLater();
  await ben.do(updateTransaction, { row: await ben.row('Market 3'), description: 'Named by Ben' });
  await ben.sync();
  await hasty.sync();
  const [notice] = await hasty.small('notices', () => true);
  await hasty.do(readNotice, { id: notice?.id ?? '' });
  for (const deed of deeds) await hasty.do(undoAction, { id: 'actionId' in deed ? deed.actionId : '' });
  await keep('undone', hasty, 'The undo of four deeds that the server has, and a notice that was read.');
}

async function transfers(clerk: Device, { account, shop }: Pick<Household, 'account' | 'shop'>): Promise<void> {
  const between = { fromAccountId: shop, toAccountId: account };
  await clerk.do(addTransfer, { ...between, description: 'Moved offline', amount: '20.00', date: '2026-11-09' });
  const [one, two] = await clerk.rows('Moved 1');
  if (!one || !two) throw new Error('a transfer has two sides');
  const rows: [typeof one, typeof two] = one.type === 'expense' ? [one, two] : [two, one];
  await clerk.do(editTransfer, {
    rows,
    describes: rows[0].id,
    amount: '222.00',
    date: '2026-11-04',
    description: 'Moved 1, edited',
  });
  await clerk.do(unlinkTransfer, { rows: await clerk.rows('Moved 2') });
  await clerk.do(deleteTransfer, { rows: await clerk.rows('Moved 3') });
  await clerk.add('Out', { accountId: account, amount: '66.00' });
  await clerk.add('In', { accountId: shop, amount: '66.00', type: 'income', category: 'Salary' });
  await clerk.do(linkTransfer, { rows: await clerk.rows('Out', 'In') });
}
