import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../database/database.ts';
import type { KeptRow } from '../../database/records.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  insertTransaction,
  syncedTransaction,
  transactionRow,
} from '../../database/rows.fixture.ts';
import { MonthBook } from '../../ledger/ledger.ts';
import { commitMutation } from '../../optimistic/mutations.ts';
import { countWaiting, entriesToSettle } from '../../outbox/outbox.ts';
import { discardEntry } from './entry-discard.ts';
import { retryEntry } from './entry-retry.ts';

const now = new Date('2026-03-10T12:00:00Z');

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
});
afterEach(() => db.delete());

const rows = () => new MonthBook(db, `account:${ACCOUNT}`, '2026-03').all();

/** The server answers the mutation with `forbidden`. `content` holds the rows that its response took away. */
async function refuse(id: string, content?: KeptRow[]): Promise<void> {
  const verdict = { id, status: 'rejected', reason: 'forbidden', code: null, message: '' } as const;
  const refused = { state: 'rejected', attempts: 1, verdict, ...(content && { content }) } as const;
  await db.outbox.where('id').equals(id).modify(refused);
}

/** An added transaction that the server cannot take. */
async function blocked(): Promise<string> {
  const id = await commitMutation(db, [insertTransaction(transactionRow(1))], { ...ANNA, now });
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

test('a retried entry keeps its content under a new id', async () => {
  const id = await blocked();
  expect(await retryEntry(db, id, now)).toEqual({ ok: true });
  const [entry] = await db.outbox.toArray();
  expect(entry).toMatchObject({ state: 'pending', attempts: 0, operations: [insertTransaction(transactionRow(1))] });
  expect(entry?.id).not.toBe(id);
  expect(await rows()).toHaveLength(1);
});

test('a retried blocked entry keeps its place, before the entries behind it', async () => {
  const id = await blocked();
  const [before] = await db.outbox.toArray();
  const later = await commitMutation(db, [insertTransaction(transactionRow(2))], { ...ANNA, now });
  await db.outbox
    .where('id')
    .equals(later)
    .modify({ state: 'blocked', blocked: { code: 'XX000', by: id } });
  await db.outbox.where('id').equals(id).modify({ failedAt: now.toISOString() });
  await retryEntry(db, id, new Date(now.getTime() + 60_000));
  const [again, dependant] = await db.outbox.toArray();
  // An undo of what was entered still means it.
  expect(again).toEqual({ ...before, id: again?.id, action: id, state: 'pending', attempts: 0, blocked: undefined });
  expect(again?.id).not.toBe(id);
  expect(dependant).toMatchObject({ id: later, state: 'pending' });
});

test('an entry in flight cannot be discarded or doubled', async () => {
  const id = await commitMutation(db, [insertTransaction(transactionRow(1))], { ...ANNA, now });
  expect(await discardEntry(db, id)).toBe(false);
  expect(await retryEntry(db, id, now)).toEqual({ ok: false, errors: { form: 'settled' } });
  expect(await countWaiting(db)).toBe(1);
});

test('entries that were blocked behind a discarded entry may go on', async () => {
  const id = await blocked();
  const later = await commitMutation(db, [insertTransaction(transactionRow(2))], { ...ANNA, now });
  await db.outbox
    .where('id')
    .equals(later)
    .modify({ state: 'blocked', blocked: { code: 'XX000', by: id } });
  await discardEntry(db, id);
  expect(await db.outbox.toArray()).toMatchObject([{ id: later, state: 'pending' }]);
});

test('a rename that was blocked behind a discarded entry may go on', async () => {
  const id = await blocked();
  const { category, type } = transactionRow(1);
  const rename = { kind: 'call', name: 'category.rename', arguments: { type, from: category, to: 'Other' } } as const;
  const later = await commitMutation(db, [rename], { ...ANNA, now });
  await db.outbox
    .where('id')
    .equals(later)
    .modify({ state: 'blocked', blocked: { code: 'XX000', by: id } });
  await discardEntry(db, id);
  const [entry] = await db.outbox.toArray();
  expect(entry).toMatchObject({ id: later, state: 'pending' });
  expect(entry?.blocked).toBeUndefined();
});

test('a retried edit of a row that was deleted meanwhile restores the row', async () => {
  const row = transactionRow(1, { amount: 250 });
  const operation = {
    kind: 'patch' as const,
    table: 'transactions' as const,
    id: row.id,
    seen: 1,
    before: { amount: 100, type: 'expense' },
    after: { amount: 250, type: 'expense' },
  };
  const id = await commitMutation(db, [insertTransaction(row)], { ...ANNA, now });
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

test('a refused deletion is retried where the row is, and still knows its row', async () => {
  const row = transactionRow(1);
  await syncedTransaction(db, row);
  const deletion = { kind: 'delete' as const, table: 'transactions' as const, id: row.id };
  const id = await commitMutation(db, [deletion], { ...ANNA, now, seen: [row] });
  await refuse(id);
  expect(await retryEntry(db, id, now)).toEqual({ ok: true });
  expect(await rows()).toEqual([]);
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'pending', seen: [{ table: 'transactions', row }] }]);
});

test('a refused change of date is retried where the row is', async () => {
  const row = transactionRow(1);
  await syncedTransaction(db, row);
  const patch = { kind: 'patch' as const, table: 'transactions' as const, id: row.id, seen: 1 };
  const moved = { ...patch, before: { date: row.date }, after: { date: '2026-01-01' } };
  const id = await commitMutation(db, [moved], { ...ANNA, now, seen: [row] });
  await refuse(id, [{ table: 'transactions', row: { ...row, date: '2026-01-01' } }]);
  expect(await retryEntry(db, id, now)).toEqual({ ok: true });
  expect(await rows()).toEqual([]);
  expect(await new MonthBook(db, `account:${ACCOUNT}`, '2026-01').all()).toHaveLength(1);
});
