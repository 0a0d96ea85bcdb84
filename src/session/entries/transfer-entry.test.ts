import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import { type Database, openDatabase } from '#store/database/database';
import { ACCOUNT, ANNA, accountRow, idOf, insertTransaction, transactionRow } from '#store/database/rows.fixture';
import { commitMutation } from '#store/optimistic/mutations';
import { describeEntry } from './entry-description.ts';
import { transferFacts, transferIn } from './transfer-entry.ts';

const OTHER = idOf(700);
const shared = { nature: 'transfer', transferId: idOf(900), category: 'Transfer', amount: 5000 } as const;
const out = transactionRow(1, { ...shared, type: 'expense', description: 'Plan', date: '2026-03-01' });
const into = transactionRow(2, {
  ...shared,
  type: 'income',
  description: 'Plan',
  date: '2026-03-02',
  accountId: OTHER,
});

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow({ name: 'Checking' }), accountRow({ id: OTHER, name: 'Savings' })]);
});
afterEach(() => db.delete());

async function entryOf(...operations: Operation[]) {
  await db.outbox.clear();
  await commitMutation(db, operations, { ...ANNA, now: new Date() });
  const [entry] = await db.outbox.toArray();
  if (!entry) throw new Error('no entry');
  return entry;
}

const added = () => entryOf(insertTransaction(into), insertTransaction(out));
const NAMES = new Map([
  [ACCOUNT, 'Checking'],
  [OTHER, 'Savings'],
]);

test('an entry of both sides of a transfer is one action with both accounts and days', async () => {
  const entry = await added();
  expect(describeEntry(entry)).toBe('Add transfer: Plan, $50.00');
  const transfer = transferIn(entry);
  expect(transfer && transferFacts(transfer, NAMES).map(({ value }) => value)).toEqual([
    'From Checking',
    'To Savings',
    'Mar 1, 2026',
    'Mar 2, 2026',
  ]);
});

test('a deletion of both sides is one action', async () => {
  await added();
  const remove = ({ id }: { id: string }): Operation => ({ kind: 'delete', table: 'transactions', id });
  expect(describeEntry(await entryOf(remove(out), remove(into)))).toBe('Delete transfer: Plan, $50.00');
});

test('one side alone is told as a transaction', async () => {
  const entry = await entryOf(insertTransaction(out));
  expect(transferIn(entry)).toBeNull();
  expect(describeEntry(entry)).toBe('Add transaction: Plan, -$50.00');
});
