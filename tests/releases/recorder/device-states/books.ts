/** The books of the household, as the server has them before devices go offline. */
import { archiveAccount } from '#store/commands/accounts/account-archive';
import { createAccount } from '#store/commands/accounts/account-create';
import { placeAccount } from '#store/commands/accounts/account-place';
import { archiveCategory } from '#store/commands/categories/category-archive';
import { createCategory } from '#store/commands/categories/category-create';
import { groupCategory } from '#store/commands/categories/category-group';
import { revertImport } from '#store/commands/imports/import-revert';
import { addAdjustment } from '#store/commands/reconciling/adjustment-add';
import { finishReconciliation } from '#store/commands/reconciling/reconciliation-finish';
import { setStatus } from '#store/commands/transactions/status-set';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { changeTransactions } from '#store/commands/transactions/transactions-change';
import { deleteTransactions } from '#store/commands/transactions/transactions-delete';
import { addTransfer } from '#store/commands/transfers/transfer-add';
import { linkTransfer } from '#store/commands/transfers/transfer-edit';
import type { Device } from './device.ts';
import { importFile } from './import-file.ts';

interface Places {
  account: string;
  shop: string;
}

export const lineOf = (category: string, amount: string) => ({ id: crypto.randomUUID(), category, amount, note: '' });

export async function keepBooks(phone: Device, ben: Device, { account, shop }: Places): Promise<void> {
  await ben.sync();
  const { id: card } = await phone.do(createAccount, { name: 'Card', type: 'personal', kind: 'credit_card' });
  const { id: closed } = await phone.do(createAccount, { name: 'Closed', type: 'personal', kind: 'savings' });
  await phone.do(archiveAccount, { id: closed, archived: true });
  await phone.do(placeAccount, { id: card, index: 0 });
  const { id: kites } = await phone.do(createCategory, { name: 'Dragons', type: 'expense', accountId: account });
  await phone.do(archiveCategory, { id: kites, archived: true });
  await phone.do(groupCategory, { id: (await phone.named('categories', 'Ship')).id, group: 'Leisure' });

  const between = { fromAccountId: account, toAccountId: shop };
  for (const [description, amount] of [
    ['Moved 1', '200.00'],
    ['Moved 2', '300.00'],
    ['Moved 3', '400.00'],
    ['Moved 4', '500.00'],
  ] as const) {
    await phone.do(addTransfer, { ...between, description, amount, date: '2026-11-03', toDate: '2026-11-04' });
  }
  await phone.add('Went out', { accountId: account, amount: '55.00' });
  await phone.add('Came in', { accountId: shop, amount: '55.00', type: 'income', category: 'Salary' });
  await phone.do(linkTransfer, { rows: await phone.rows('Went out', 'Came in') });
  for (const description of ['Divided 1', 'Divided 2', 'Divided 3']) {
    const lines = [lineOf('Food', '20.00'), lineOf('Ship', '30.00')];
    await phone.add(description, { accountId: account, amount: '50.00', category: '', lines });
  }
  await phone.do(updateTransaction, {
    row: await phone.row('Divided 1'),
    amount: '60.00',
    lines: [lineOf('Food', '15.00'), lineOf('Entertainment', '45.00')],
  });
  await phone.do(addAdjustment, {
    accountId: shop,
    cents: -250,
    date: '2026-11-06',
    category: 'Adjustment',
    description: 'Adjustment',
  });
  await phone.sync();

  const cleared = await phone.rows('Market 6', 'Market 7');
  await phone.do(setStatus, { rows: cleared, status: 'cleared' });
  await phone.do(finishReconciliation, {
    rows: await phone.rows('Market 6'),
    accountId: account,
    date: '2026-11-07',
    balance: 100_000,
  });
  await ben.sync();
  await importFile(phone, account, 'first.csv', [1, 2, 3]);
  await importFile(phone, account, 'second.csv', [4, 5, 6]);
  const { importId: reverted } = await importFile(phone, account, 'third.csv', [7, 8]);
  await phone.sync();
  await phone.do((db, actor, input: { id: string; edited: 'keep' }, now) => revertImport(db, actor, input, {}, now), {
    id: reverted,
    edited: 'keep',
  });
  await phone.do(changeTransactions, {
    rows: await phone.rows('Market 8', 'Market 9'),
    change: { field: 'category', type: 'expense', category: 'Ship' },
  });
  await phone.do(deleteTransactions, { rows: await phone.rows('Shop 3') });
  await phone.sync();
}
