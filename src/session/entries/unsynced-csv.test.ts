import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newCategory } from '#domain/books/new-categories';
import { renameCategory } from '#store/commands/categories/category-rename';
import { type Database, openDatabase } from '#store/database/database';
import { commitMutation } from '#store/optimistic/mutations';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  idOf,
  insertTransaction,
  transactionRow,
} from '../../store/database/rows.fixture.ts';
import { unsyncedCsv } from './unsynced-csv.ts';

let db: Database;
const context = () => ({ ...ANNA, now: new Date() });

beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
});

afterEach(() => db.delete());

/** The lines below the headings. */
async function lines(): Promise<string[]> {
  return (await unsyncedCsv(db)).trim().split('\r\n').slice(1);
}

test('a transaction is in the file once, as the user sees it', async () => {
  const row = transactionRow(1, { amount: 300, description: 'Coffee, black' });
  await commitMutation(db, [insertTransaction(row)], context());
  await db.outbox.toCollection().modify({ state: 'in_flight' });
  const change = { seen: 1, before: { amount: 300, type: 'expense' }, after: { amount: 420, type: 'expense' } };
  await commitMutation(db, [{ kind: 'patch', table: 'transactions', id: row.id, ...change }], context());
  expect(await lines()).toEqual(['Add transaction,2026-03-05,"Coffee, black",Food,Expense,4.20,Personal,Waiting']);
});

test.each([2, 30])('each of %i transactions that one entry adds is in the file as the user sees it', async (count) => {
  const rows = Array.from({ length: count }, (_, at) => transactionRow(at + 1, { description: 'Coffee' }));
  await commitMutation(db, rows.map(insertTransaction), context());
  const category = newCategory(ACCOUNT, 'expense', 'Food', '2026-03-01T12:00:00.000Z');
  await db.categories.put({ ...category, version: 1 });
  await renameCategory(db, { userId: ANNA.userId, email: ANNA.userEmail }, { id: category.id, name: 'Groceries' });
  const expected = 'Add transaction,2026-03-05,Coffee,Groceries,Expense,1.00,Personal,Waiting';
  expect((await lines()).slice(0, count)).toEqual(Array(count).fill(expected));
});

test('a transaction that the server refused has the reason', async () => {
  await commitMutation(db, [insertTransaction(transactionRow(1))], context());
  await db.accounts.put(accountRow({ ownerId: idOf(900) }));
  const verdict = { id: idOf(1), status: 'rejected', reason: 'forbidden', code: null, message: '' } as const;
  await db.outbox.toCollection().modify({ state: 'rejected', verdict });
  expect(await lines()).toEqual([
    'Add transaction,2026-03-05,row 1,Food,Expense,1.00,Personal,Your role in Personal does not allow this.',
  ]);
});

test('each transaction that was not taken of many has its own reason', async () => {
  const [one, other] = [transactionRow(1), transactionRow(2)];
  await commitMutation(db, [one, other].map(insertTransaction), context());
  const verdict = { id: idOf(1), status: 'rejected', reason: 'gone', code: null, message: '' } as const;
  await db.outbox.toCollection().modify({
    state: 'rejected',
    verdict,
    notTaken: [
      { id: one.id, status: 'rejected', reason: 'duplicate' },
      { id: other.id, status: 'rejected', reason: 'invalid' },
    ],
  });
  expect((await lines()).map((line) => line.split(',').at(-1))).toEqual([
    'It exists already.',
    'A value is not allowed.',
  ]);
});

test('a transaction of which a change of many was not taken says what was to be changed', async () => {
  const rows = [transactionRow(1, { description: 'Rent' }), transactionRow(2, { description: 'Tea' })];
  await commitMutation(db, rows.map(insertTransaction), context());
  await db.outbox.clear();
  const toHome = { seen: 1, before: { category: 'Food' }, after: { category: 'Home' } };
  const operations = rows.map(({ id }) => ({ kind: 'patch', table: 'transactions', id, ...toHome }) as const);
  await commitMutation(db, operations, context());
  const notTaken = rows.map(({ id }) => ({ id, status: 'rejected', reason: 'invalid' }) as const);
  const verdict = { id: idOf(1), status: 'rejected', reason: 'invalid', code: null, message: '' } as const;
  await db.outbox.toCollection().modify({ state: 'rejected', verdict, notTaken });
  expect((await lines()).map((line) => line.split(',').slice(0, 3).join())).toEqual([
    'Change transaction: Category: Home,2026-03-05,Rent',
    'Change transaction: Category: Home,2026-03-05,Tea',
  ]);
});

test('a refused deletion names its row, even when only the entry still knows it', async () => {
  const row = transactionRow(1, { description: 'Ben offline', amount: 5000 });
  await commitMutation(db, [insertTransaction(row)], context());
  await db.outbox.clear();
  await commitMutation(db, [{ kind: 'delete', table: 'transactions', id: row.id }], context());
  await db.accounts.put(accountRow({ ownerId: idOf(900) }));
  const verdict = { id: row.id, status: 'rejected', reason: 'forbidden', code: null, message: '' } as const;
  await db.outbox.toCollection().modify({ state: 'rejected', verdict });
  await db.bases.clear();
  expect(await lines()).toEqual([
    'Delete transaction,2026-03-05,Ben offline,Food,Expense,50.00,Personal,Your role in Personal does not allow this.',
  ]);
});

test('a change in a lost account names its row and the wanted values', async () => {
  const row = transactionRow(1, { description: 'Tea' });
  await commitMutation(db, [insertTransaction(row)], context());
  await db.outbox.clear();
  const change = { seen: 1, before: { amount: 100, type: 'expense' }, after: { amount: 666, type: 'expense' } };
  await commitMutation(db, [{ kind: 'patch', table: 'transactions', id: row.id, ...change }], context());
  await Promise.all([db.transactions.clear(), db.bases.clear(), db.accounts.clear()]);
  expect(await lines()).toEqual(['Change transaction,2026-03-05,Tea,Food,Expense,6.66,,Waiting']);
});

test('the deletion of another row names it', async () => {
  await commitMutation(db, [{ kind: 'delete', table: 'accounts', id: ACCOUNT }], context());
  expect(await lines()).toEqual(['Delete account: Personal,,,,,,,Waiting']);
});

test('other entries are described in words', async () => {
  const names = { type: 'expense', from: 'Food', to: 'Groceries' } as const;
  await commitMutation(db, [{ kind: 'call', name: 'category.rename', arguments: names }], context());
  expect(await lines()).toEqual(['Rename category: Food to Groceries,,,,,,,Waiting']);
});
