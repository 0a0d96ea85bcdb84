import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#store/database';
import { commitIntent } from '#store/intents';
import { ANNA, accountRow, idOf, insertTransaction, transactionRow } from '../../store/rows.fixture.ts';
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

test('a transaction stands there once, as the user sees it', async () => {
  const row = transactionRow(1, { amount: 300, description: 'Coffee, black' });
  await commitIntent(db, [insertTransaction(row)], context());
  await db.outbox.toCollection().modify({ state: 'in_flight' });
  const change = { seen: 1, before: { amount: 300, type: 'expense' }, after: { amount: 420, type: 'expense' } };
  await commitIntent(db, [{ kind: 'patch', table: 'transactions', id: row.id, ...change }], context());
  expect(await lines()).toEqual(['Add transaction,2026-03-05,"Coffee, black",Food,Expense,4.20,Personal,Waiting']);
});

test('a transaction that the server refused says why', async () => {
  await commitIntent(db, [insertTransaction(transactionRow(1))], context());
  const verdict = { id: idOf(1), status: 'rejected', reason: 'forbidden', code: null, message: '' } as const;
  await db.outbox.toCollection().modify({ state: 'rejected', verdict });
  expect(await lines()).toEqual([
    'Add transaction,2026-03-05,row 1,Food,Expense,1.00,Personal,Your role in Personal does not allow this.',
  ]);
});

test('anything else is said in words', async () => {
  const names = { type: 'expense', from: 'Food', to: 'Groceries' } as const;
  await commitIntent(db, [{ kind: 'call', name: 'category.rename', arguments: names }], context());
  expect(await lines()).toEqual(['Rename category: Food → Groceries,,,,,,,Waiting']);
});
