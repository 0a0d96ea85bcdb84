/** Entries with a verdict, or that the device could not get one for. */
import { createBudget } from '#store/commands/budgets/budget-create';
import { deleteCategory } from '#store/commands/categories/category-delete';
import { deleteTransaction } from '#store/commands/transactions/transaction-delete';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { editTransfer } from '#store/commands/transfers/transfer-edit';
import { entriesToSettle } from '#store/outbox/outbox';
import { type Remote, RemoteFailure } from '../../../../sync/remote.ts';
import { lineOf } from './books.ts';
import { aSecondLater, Device, offline } from './device.ts';
import type { Household } from './household.ts';
import type { Keep } from './keep.ts';
import { ANNA } from './people.ts';
import type { Server } from './server.ts';

const minute = 60_000;

export async function decided(server: Server, { ben, account }: Household, keep: Keep): Promise<void> {
  const behind = new Device(server, ANNA);
  await behind.sync();
  for (let n = 1; n <= 3; n++) await behind.add(`Applied ${n}`, { accountId: account, amount: `${n}.03` });
  await behind.trySync({ pull: offline });
  await behind.do(updateTransaction, { row: await behind.row('Market 1'), amount: '13.13' });
  await behind.trySync({ pull: offline });
  await keep('applied', behind, 'A batch and an edit that the server has applied. The cursors are behind both.');

  await overtaken(server, ben, account, keep);

  const stuck = new Device(server, ANNA);
  await stuck.sync();
  await stuck.do(updateTransaction, { row: await stuck.row('Market 16'), notes: 'The server fails on this' });
  const push: Remote['push'] = (userId, mutations) => {
    const isPoison = JSON.stringify(mutations).includes('The server fails on this');
    return isPoison ? Promise.reject(new RemoteFailure('server', '500')) : stuck.remote.push(userId, mutations);
  };
  await stuck.trySync({ push });
  await stuck.do(updateTransaction, { row: await stuck.row('Market 5'), amount: '17.17' });
  stuck.shift = 2 * minute;
  await stuck.trySync({ push });
  await stuck.do(deleteTransaction, { row: await stuck.row('Market 16') });
  await stuck.trySync({ push });
  stuck.shift = 0;
  await keep('blocked', stuck, 'An edit that the server failed on twice is blocked, and so is what needs it.');
}

async function overtaken(server: Server, ben: Device, account: string, keep: Keep): Promise<void> {
  const conflict = new Device(server, ANNA);
  await conflict.sync();
  await ben.sync();
  await conflict.do(updateTransaction, { row: await conflict.row('Market 14'), amount: '14.01', date: '2026-09-09' });
  await conflict.do(updateTransaction, { row: await conflict.row('Market 15'), amount: '15.01' });
  const [one, two] = await conflict.rows('Moved 4');
  if (!one || !two) throw new Error('a transfer has two sides');
  const rows: [typeof one, typeof two] = one.type === 'expense' ? [one, two] : [two, one];
  await conflict.do(editTransfer, {
    rows,
    describes: rows[0].id,
    amount: '500.00',
    date: '2026-11-05',
    description: 'Moved 4',
  });
  const lines = [lineOf('Food', '1.00'), lineOf('Ship', '2.00')];
  await conflict.do(updateTransaction, { row: await conflict.row('Divided 1'), amount: '3.00', lines });
  await aSecondLater();
  await ben.do(updateTransaction, { row: await ben.row('Market 14'), amount: '14.02' });
  await ben.do(deleteTransaction, { row: await ben.row('Market 15') });
  await ben.do(updateTransaction, { row: await ben.row('Moved 4'), date: '2026-11-02' });
  await ben.do(updateTransaction, { row: await ben.row('Divided 1'), category: 'Food', amount: '61.00' });
  await ben.sync();
  // Nobody's device may refuse this one: Ben's budget came meanwhile.
  await conflict.do(deleteCategory, await conflict.named('categories', 'Entertainment'));
  const [used] = await ben.small('categories', (row) => row.accountId === account && row.name === 'Entertainment');
  const cinema = { name: 'Cinema', amount: '30', description: '', accountId: account, categoryId: used?.id ?? '' };
  await ben.do(createBudget, cinema);
  await ben.sync();
  await conflict.sync();
  const states = (await entriesToSettle(conflict.db)).map(({ state }) => state).join(' ');
  if (states !== 'superseded superseded superseded superseded rejected') throw new Error(`decided: ${states}`);
  await keep('overtaken', conflict, 'Entries that were superseded (newer, deleted), and one that was refused.');
}
