import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TransactionRow } from '#domain/rows';
import { type Database, openDatabase } from './database.ts';
import { commitIntent } from './intents.ts';
import { MonthBook } from './ledger.ts';
import type { KeptRow } from './outbox.ts';
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

/** A row that the server has. */
async function synced(row: TransactionRow): Promise<void> {
  await db.transaction('rw', db.ledger, async () => {
    const book = new MonthBook(db, `account:${ACCOUNT}`, '2026-03');
    await book.add(row);
    await book.save();
  });
}

/** The server forbids what was sent; `content` is kept of rows that its word took away. */
async function refuse(id: string, content?: KeptRow[]): Promise<void> {
  const verdict = { id, status: 'rejected', reason: 'forbidden', code: null, message: '' } as const;
  const refused = { state: 'rejected', attempts: 1, verdict, ...(content && { content }) } as const;
  await db.outbox.where('id').equals(id).modify(refused);
}

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

test('an entry that was blocked is tried again in its old place, before what waited behind it', async () => {
  const id = await blocked();
  const [before] = await db.outbox.toArray();
  const later = await commitIntent(db, [insertTransaction(transactionRow(2))], { ...ANNA, now });
  await db.outbox
    .where('id')
    .equals(later)
    .modify({ state: 'blocked', blocked: { code: 'XX000', by: id } });
  await db.outbox.where('id').equals(id).modify({ failedAt: now.toISOString() });
  await retryEntry(db, id, new Date(now.getTime() + 60_000));
  const [again, dependant] = await db.outbox.toArray();
  expect(again).toEqual({ ...before, id: again?.id, state: 'pending', attempts: 0, blocked: undefined });
  expect(again?.id).not.toBe(id);
  expect(dependant).toMatchObject({ id: later, state: 'pending' });
});

test('an entry that is on its way cannot be discarded or doubled', async () => {
  const id = await commitIntent(db, [insertTransaction(transactionRow(1))], { ...ANNA, now });
  expect(await discardEntry(db, id)).toBe(false);
  expect(await retryEntry(db, id, now)).toBe(false);
  expect(await countWaiting(db)).toBe(1);
});

test('what was blocked behind a discarded entry may go on', async () => {
  const id = await blocked();
  const later = await commitIntent(db, [insertTransaction(transactionRow(2))], { ...ANNA, now });
  await db.outbox
    .where('id')
    .equals(later)
    .modify({ state: 'blocked', blocked: { code: 'XX000', by: id } });
  await discardEntry(db, id);
  expect(await db.outbox.toArray()).toMatchObject([{ id: later, state: 'pending' }]);
});

test('an edit of a row that was deleted meanwhile is tried again as its restoration', async () => {
  const row = transactionRow(1, { amount: 250 });
  const operation = {
    kind: 'patch' as const,
    table: 'transactions' as const,
    id: row.id,
    seen: 1,
    before: { amount: 100, type: 'expense' },
    after: { amount: 250, type: 'expense' },
  };
  const id = await commitIntent(db, [insertTransaction(row)], { ...ANNA, now });
  await db.outbox
    .where('id')
    .equals(id)
    .modify({
      state: 'superseded',
      operations: [operation],
      verdict: { id, status: 'superseded', reason: 'deleted', kept: {}, by: null, versions: {} },
      content: [{ table: 'transactions', row }],
    });
  await retryEntry(db, id, now);
  expect(await db.outbox.toArray()).toMatchObject([{ operations: [{ kind: 'restore', row: { amount: 250 } }] }]);
  expect(await rows()).toMatchObject([{ amount: 250 }]);
});

test('a refused deletion is tried again where the row stands, and knows its row still', async () => {
  const row = transactionRow(1);
  await synced(row);
  const deletion = { kind: 'delete' as const, table: 'transactions' as const, id: row.id };
  const id = await commitIntent(db, [deletion], { ...ANNA, now, seen: [row] });
  await refuse(id);
  expect(await retryEntry(db, id, now)).toBe(true);
  expect(await rows()).toEqual([]);
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'pending', seen: [{ table: 'transactions', row }] }]);
});

test('a refused change of date is tried again where the row stands', async () => {
  const row = transactionRow(1);
  await synced(row);
  const patch = { kind: 'patch' as const, table: 'transactions' as const, id: row.id, seen: 1 };
  const moved = { ...patch, before: { date: row.date }, after: { date: '2026-01-01' } };
  const id = await commitIntent(db, [moved], { ...ANNA, now, seen: [row] });
  await refuse(id, [{ table: 'transactions', row: { ...row, date: '2026-01-01' } }]);
  expect(await retryEntry(db, id, now)).toBe(true);
  expect(await rows()).toEqual([]);
  expect(await new MonthBook(db, `account:${ACCOUNT}`, '2026-01').all()).toHaveLength(1);
});
