import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changedFields } from '#domain/mutations/changed-fields';
import type { TransactionRow } from '#domain/rows';
import { readActions } from '../../actions/actions.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, OTHER_ACCOUNT, transactionRow } from '../../database/rows.fixture.ts';
import { writeMonths } from '../../ledger/ledger.ts';
import { recountMonth } from '../../ledger/recount.ts';
import { newestTransactions } from '../../queries/rows/transactions.ts';
import { createAccount } from '../accounts/account-create.ts';
import { updateAccount } from '../accounts/account-update.ts';
import { createCategory } from '../categories/category-create.ts';
import { deleteCategory } from '../categories/category-delete.ts';
import { renameCategory } from '../categories/category-rename.ts';
import { addTransaction } from '../transactions/transaction-add.ts';
import { deleteTransaction } from '../transactions/transaction-delete.ts';
import { updateTransaction } from '../transactions/transaction-update.ts';
import { addTransfer } from '../transfers/transfer-add.ts';
import { editTransfer } from '../transfers/transfer-edit.ts';
import { undoAction } from './action-undo.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00.000Z');

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow(), accountRow({ id: OTHER_ACCOUNT })]);
  await writeMonths(db, `account:${ACCOUNT}`, [transactionRow(1), transactionRow(2, { amount: 200 })]);
});
afterEach(() => db.delete());

const rows = () => newestTransactions(db, ACCOUNT, 10);
const row = async (number: number): Promise<TransactionRow> => {
  const found = (await rows()).find(({ id }) => id === transactionRow(number).id);
  if (!found) throw new Error('the row is not there');
  return found;
};
const undoLast = async () => {
  const [action] = readActions(db);
  return action && undoAction(db, actor, { id: action.id }, now);
};
const edit = async (change: Parameters<typeof updateTransaction>[2] extends infer T ? Partial<T> : never) =>
  updateTransaction(db, actor, { row: await row(1), ...change }, now);
const sidesNow = async () => {
  const found = await Promise.all([ACCOUNT, OTHER_ACCOUNT].map((account) => newestTransactions(db, account, 1)));
  return found.flat();
};
const transfer = async (): Promise<[TransactionRow, TransactionRow]> => {
  const input = { fromAccountId: ACCOUNT, toAccountId: OTHER_ACCOUNT, amount: '7', date: '2026-03-09' };
  await addTransfer(db, actor, { ...input, description: 'Move' }, now);
  const [from, to] = await sidesNow();
  if (!from || !to) throw new Error('a side is missing');
  return [from, to];
};
/** As if the server had it. */
const sendAll = () => db.outbox.toCollection().modify({ attempts: 1, state: 'in_flight' });

describe('undo of what was never sent', () => {
  it('[S67f] takes an edit out of the outbox', async () => {
    await edit({ date: '2026-02-01', description: 'Lunch' });
    expect(await undoLast()).toEqual({ ok: true, left: 0 });
    expect(await row(1)).toEqual(transactionRow(1));
    expect(await db.outbox.count()).toBe(0);
    expect(readActions(db)).toEqual([]);
    expect(await recountMonth(db, `account:${ACCOUNT}`, '2026-03')).toBe(true);
  });

  it('[S67f] of one of two coalesced edits goes up as a mutation and leaves the other', async () => {
    await edit({ description: 'Lunch' });
    await edit({ description: 'Lunch with Ben' });
    expect(await db.outbox.count()).toBe(1);
    await undoLast();
    expect(await row(1)).toMatchObject({ description: 'Lunch' });
    await undoLast();
    expect(await row(1)).toMatchObject({ description: 'row 1' });
    expect((await db.outbox.toArray()).map(({ operations }) => operations)).toMatchObject([
      [{ kind: 'patch', after: { description: 'Lunch with Ben' } }],
      [{ kind: 'patch', undo: true, after: { description: 'Lunch' } }],
      [{ kind: 'patch', undo: true, after: { description: 'row 1' } }],
    ]);
  });

  it('[S67f] of what a later entry builds on goes up as a mutation', async () => {
    const made = await createCategory(db, actor, { name: 'Travel', type: 'expense', accountId: ACCOUNT }, now);
    if (!made.ok) throw new Error('refused');
    const [action] = readActions(db);
    await edit({ date: '2026-03-01' });
    await undoAction(db, actor, { id: action?.id ?? '' }, now);
    expect(await db.categories.count()).toBe(0);
    expect(await row(1)).toMatchObject({ date: '2026-03-01' });
    expect(await db.outbox.count()).toBe(1);
  });

  it('[S67f] of an edit whose row a later entry changes goes up as a mutation', async () => {
    await edit({ date: '2026-02-01' });
    const [dated] = readActions(db);
    await edit({ category: 'Travel' });
    expect(await undoAction(db, actor, { id: dated?.id ?? '' }, now)).toEqual({ ok: true, left: 0 });
    expect(await row(1)).toMatchObject({ date: transactionRow(1).date, category: 'Travel' });
    expect((await db.outbox.toArray()).map(({ operations }) => operations)).toMatchObject([
      [{ kind: 'patch', after: { date: '2026-02-01' } }],
      [{ kind: 'patch', after: { category: 'Travel' } }],
      [{ kind: 'patch', undo: true, after: { date: transactionRow(1).date } }],
    ]);
  });
});

describe('undo of what was sent', () => {
  it('of an addition deletes the row, if it still is as it was added', async () => {
    const input = { accountId: ACCOUNT, type: 'expense', amount: '9', date: '2026-03-01', category: 'Food' } as const;
    const added = await addTransaction(db, actor, { ...input, description: 'Cinema' }, now);
    await sendAll();
    expect(await undoLast()).toEqual({ ok: true, left: 0 });
    expect(await rows()).toHaveLength(2);
    expect((await db.outbox.toArray()).at(-1)?.operations).toMatchObject([
      { kind: 'delete', id: added.ok && added.id, undo: true },
    ]);
  });

  it('of a deletion brings the row back with all that it held', async () => {
    await deleteTransaction(db, actor, { row: await row(2) }, now);
    await sendAll();
    await undoLast();
    expect(await row(2)).toMatchObject({ amount: 200, description: 'row 2' });
    expect((await db.outbox.toArray()).at(-1)?.operations).toMatchObject([{ kind: 'restore', undo: true }]);
  });

  it('[S67g] leaves what has changed since, and says how many rows that are', async () => {
    await edit({ description: 'Lunch', date: '2026-03-06' });
    await sendAll();
    await edit({ date: '2026-03-07' });
    const edited = readActions(db).at(-1);
    expect(await undoAction(db, actor, { id: edited?.id ?? '' }, now)).toEqual({ ok: true, left: 1 });
    expect(await row(1)).toMatchObject({ description: 'row 1', date: '2026-03-07' });
  });

  it('[S67g] is refused when nothing of it stands any more, and leaves the list', async () => {
    await edit({ description: 'Lunch' });
    await sendAll();
    const standing = await row(1);
    const changed = changedFields('transactions', { description: 'Lunch', notes: '' }, { description: 'x', notes: '' });
    await writeMonths(db, `account:${ACCOUNT}`, [{ ...standing, ...changed?.after }]);
    expect(await undoLast()).toEqual({ ok: false, errors: { form: 'changed' } });
    expect(readActions(db)).toEqual([]);
    expect(await db.outbox.count()).toBe(1);
  });

  it('[S65f, S67g] leaves both amounts of a transfer when one side has another one since', async () => {
    const [from, to] = await transfer();
    const input = { amount: '8', date: from.date, description: 'Move' };
    await editTransfer(db, actor, { rows: [from, to], describes: from.id, ...input, notes: 'x' }, now);
    await sendAll();
    await writeMonths(db, `account:${OTHER_ACCOUNT}`, [{ ...to, amount: 900 }]);
    expect(await undoLast()).toEqual({ ok: true, left: 2 });
    expect(await sidesNow()).toMatchObject([{ amount: 800, notes: '' }, { amount: 900 }]);
  });

  it('[S65f, S67g] takes a new transfer back, unless one side has changed since', async () => {
    const [, to] = await transfer();
    await sendAll();
    await writeMonths(db, `account:${OTHER_ACCOUNT}`, [{ ...to, date: '2026-03-08' }]);
    expect(await undoLast()).toEqual({ ok: false, errors: { form: 'changed' } });
    expect(await sidesNow()).toHaveLength(2);
    await transfer();
    await sendAll();
    expect(await undoLast()).toEqual({ ok: true, left: 0 });
  });

  it('[S67e] no later edit coalesces with it', async () => {
    await edit({ description: 'Lunch' });
    await sendAll();
    await undoLast();
    await edit({ description: 'Dinner' });
    expect(await db.outbox.count()).toBe(3);
  });
});

describe('the list of actions', () => {
  it('has one action for a rename in several accounts, and undoes it in all of them', async () => {
    await createCategory(db, actor, { name: 'Food', type: 'expense', accountId: ACCOUNT }, now);
    const [category] = await db.categories.toArray();
    await renameCategory(db, actor, { id: category?.id ?? '', name: 'Meals' }, now);
    expect(readActions(db)).toHaveLength(2);
    expect(readActions(db)[0]?.parts).toHaveLength(2);
    expect(await row(1)).toMatchObject({ category: 'Meals' });
    await sendAll();
    expect(await undoLast()).toMatchObject({ ok: true });
    expect(await row(1)).toMatchObject({ category: 'Food' });
    expect(await db.categories.toArray()).toMatchObject([{ name: 'Food' }]);
  });

  it('undoes the deletion of a category and a change of an account', async () => {
    await createCategory(db, actor, { name: 'Travel', type: 'expense', accountId: ACCOUNT }, now);
    const [category] = await db.categories.toArray();
    await deleteCategory(db, actor, { id: category?.id ?? '' }, now);
    await sendAll();
    await undoLast();
    expect(await db.categories.toArray()).toMatchObject([{ id: category?.id, name: 'Travel' }]);
    const [account] = await db.accounts.toArray();
    if (!account) throw new Error('no account');
    await updateAccount(db, actor, { account, name: 'Shop' }, now);
    await sendAll();
    await undoLast();
    expect(await db.accounts.get(account.id)).toMatchObject({ name: account.name });
  });

  it('leaves out what cannot be undone', async () => {
    await createAccount(db, actor, { name: 'Household' }, now);
    expect(readActions(db)).toEqual([]);
  });

  it('is empty for a database that was opened anew', async () => {
    await edit({ description: 'Lunch' });
    db.close();
    db = await openDatabase(ANNA.userId);
    expect(readActions(db)).toEqual([]);
  });
});
