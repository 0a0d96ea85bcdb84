/** Entries that the server decides on row by row: unsent, with a lost reply, and what was not taken of one. */

import { correctOpening, type OpeningCorrection } from '#store/commands/accounts/opening-correct';
import { renameCategory } from '#store/commands/categories/category-rename';
import { keepDraft } from '#store/commands/drafts/draft-keep';
import { deleteTransaction } from '#store/commands/transactions/transaction-delete';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { changeTransactions } from '#store/commands/transactions/transactions-change';
import { deleteTransactions } from '#store/commands/transactions/transactions-delete';
import { linkTransfer } from '#store/commands/transfers/transfer-edit';
import { undoAction } from '#store/commands/undo/action-undo';
import { aSecondLater, Device, lostReply, offline } from './device.ts';
import type { Household } from './household.ts';
import { importFile } from './import-file.ts';
import type { Keep } from './keep.ts';
import { ANNA } from './people.ts';
import type { Server } from './server.ts';

const toShip = { field: 'category', type: 'expense', category: 'Ship' } as const;
const apart = (...numbers: number[]) => numbers.map((number) => `Apart ${number}`);

export async function unsentApart(server: Server, { account, shop, ben }: Household, keep: Keep): Promise<void> {
  const maker = new Device(server, ANNA);
  await maker.sync();
  for (const description of apart(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)) await maker.add(description, { accountId: account });
  await maker.add('Came apart', { accountId: shop, type: 'income', category: 'Salary' });
  await maker.sync();
  const [told, late, at] = [new Device(server, ANNA), new Device(server, ANNA), new Device(server, ANNA)];
  for (const device of [told, late, at, ben]) await device.sync();

  await told.do(changeTransactions, { rows: await told.rows(...apart(1, 2, 3, 4)), change: toShip });
  await late.do(changeTransactions, { rows: await late.rows(...apart(5, 6)), change: toShip });
  const deed = await at.do(changeTransactions, { rows: await at.rows(...apart(9, 10)), change: toShip });
  await at.sync();
  await aSecondLater();
  for (const description of apart(1, 5)) {
    await ben.do(updateTransaction, { row: await ben.row(description), category: 'Entertainment' });
  }
  await ben.do(deleteTransaction, { row: await ben.row('Apart 2') });
  await ben.sync();
  await maker.do(linkTransfer, { rows: await maker.rows('Apart 3', 'Came apart') });
  await maker.sync();
  await told.trySync({ pull: offline });
  await keep(
    'not-taken',
    told,
    'A change of four rows, of which the server took one: an entry of that, and one of the rest.',
  );
  await late.trySync({ push: lostReply(late), pull: offline });
  await keep('apart-reply-lost', late, 'A change of two rows in flight. The server took one; the reply was lost.');

  await at.do(undoAction, { id: deed.actionId });
  await at.do(changeTransactions, { rows: await at.rows(...apart(6, 7)), change: toShip });
  await at.do(deleteTransactions, { rows: await at.rows(...apart(4, 8)) });
  await importFile(at, account, 'sixth.csv', [15, 16], [[17, 'Market 7']]);
  const opening = { accountId: account, row: await at.row('Opening balance'), cents: 110_000, date: '2026-08-01' };
  await at.do((db, actor, input: OpeningCorrection, now) => correctOpening(db, actor, input, { now }), opening);
  const gifts = await at.named('categories', 'Gifts');
  await at.do(renameCategory, { id: gifts.id, name: 'Presents' });
  const values = { amount: '9', type: 'expense', date: '2026-11-05', description: '', accountId: account };
  const writing = { writer: crypto.randomUUID(), keptAt: new Date().toISOString() };
  const named = { ...values, category: 'Gifts', categoryId: gifts.id };
  await keepDraft(at.db, { form: 'dashboard', values: named, ...writing });
  await keep(
    'apart',
    at,
    'Many rows changed, deleted, imported and undone, an opening balance, a rename, and a draft.',
  );
}
