import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { commitIntent } from './intents.ts';
import { MonthBook } from './ledger.ts';
import { countWaiting, entriesToSettle } from './outbox.ts';
import { ACCOUNT, ANNA, accountRow, insertTransaction, transactionRow } from './rows.fixture.ts';
import { discardEntry, retryEntry } from './settle.ts';

const now = new Date('2026-03-10T12:00:00Z');

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
});
afterEach(() => db.delete());

const rows = () => new MonthBook(db, `account:${ACCOUNT}`, '2026-03').all();

/** An added transaction that the server cannot take. */
async function blocked(): Promise<string> {
  const id = await commitIntent(db, [insertTransaction(transactionRow(1))], { ...ANNA, now });
  await db.outbox
    .where('id')
    .equals(id)
    .modify({ state: 'blocked', blocked: { code: 'XX000', by: null }, attempts: 1 });
  return id;
}

test('a discarded entry leaves the outbox, and its row the ledger', async () => {
  const id = await blocked();
  expect(await rows()).toHaveLength(1);
  expect(await discardEntry(db, id)).toBe(true);
  expect(await rows()).toEqual([]);
  expect(await entriesToSettle(db)).toEqual([]);
});

test('an entry that is tried again keeps its content under a new id', async () => {
  const id = await blocked();
  expect(await retryEntry(db, id, now)).toBe(true);
  const [entry] = await db.outbox.toArray();
  expect(entry).toMatchObject({ state: 'pending', attempts: 0, operations: [insertTransaction(transactionRow(1))] });
  expect(entry?.id).not.toBe(id);
  expect(await rows()).toHaveLength(1);
});

test('an entry that is on its way cannot be discarded or doubled', async () => {
  const id = await commitIntent(db, [insertTransaction(transactionRow(1))], { ...ANNA, now });
  expect(await discardEntry(db, id)).toBe(false);
  expect(await retryEntry(db, id, now)).toBe(false);
  expect(await countWaiting(db)).toBe(1);
});
