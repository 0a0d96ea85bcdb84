import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Operation, Patch } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';
import { type Database, openDatabase } from './database.ts';
import { cancelIntent, commitIntent, IntentError } from './intents.ts';
import { MonthBook, MonthBooks, readTotals, recountMonth } from './ledger.ts';
import { countWaiting, openEntries } from './outbox.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  categoryRow,
  idOf,
  insertTransaction,
  OTHER_ACCOUNT,
  transactionRow,
} from './rows.fixture.ts';
import { writeSyncState } from './sync-state.ts';

const now = new Date('2026-03-10T12:00:00Z');
const context = { ...ANNA, now };
const SCOPE = `account:${ACCOUNT}`;

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow(), accountRow({ id: OTHER_ACCOUNT })]);
});
afterEach(() => db.delete());

const commit = (operations: Operation[], seen?: TransactionRow[]) =>
  commitIntent(db, operations, seen ? { ...context, seen } : context);

const patch = (number: number, before: Patch['before'], after: Patch['after']): Patch => ({
  kind: 'patch',
  table: 'transactions',
  id: idOf(number),
  seen: 1,
  before,
  after,
});

const rowsIn = (scope: string, month: string) => new MonthBook(db, scope, month).all();

describe('an insert', () => {
  it('writes page, totals and outbox entry together', async () => {
    const id = await commit([insertTransaction(transactionRow(1))]);
    expect(await rowsIn(SCOPE, '2026-03')).toEqual([transactionRow(1, { version: 0 })]);
    expect(await readTotals(db, SCOPE)).toEqual([
      {
        scope: SCOPE,
        month: '2026-03',
        lines: [{ type: 'expense', category: 'Food', budgetId: null, cents: 100, count: 1 }],
      },
    ]);
    expect(await db.outbox.toArray()).toMatchObject([{ id, state: 'pending', rows: [['transactions', idOf(1)]] }]);
  });

  it('of a contribution goes to the budget scope when the device does not have the account', async () => {
    await db.accounts.put(accountRow({ ownerId: idOf(99) }));
    const budgetId = idOf(7);
    await commit([insertTransaction(transactionRow(1, { budgetId }))]);
    expect(await rowsIn(`budget:${budgetId}`, '2026-03')).toHaveLength(1);
  });

  it('needs no other row to be known by', async () => {
    await commit([insertTransaction(transactionRow(1))]);
    expect((await db.outbox.toArray())[0]).not.toHaveProperty('seen');
  });

  it('is stamped with the server’s time as last measured', async () => {
    await db.meta.put({
      key: 'sync',
      value: {
        phase: 'idle',
        lastSyncedAt: null,
        lastError: null,
        retryAt: null,
        hints: 'down',
        offsetMs: 3_600_000,
        backfill: null,
      },
    });
    await commit([insertTransaction(transactionRow(1))]);
    expect((await db.outbox.toCollection().first())?.editedAt).toBe('2026-03-10T13:00:00.000Z');
  });

  it('is never stamped earlier than an edit before it, though the clock was set back or measured anew', async () => {
    const stampAt = async (number: number, time: string, offsetMs: number) => {
      await writeSyncState(db, { offsetMs });
      const operations = [insertTransaction(transactionRow(number))];
      const id = await commitIntent(db, operations, { ...context, now: new Date(time) });
      const entry = await db.outbox.get({ id });
      return entry?.editedAt;
    };
    expect(await stampAt(1, '2026-03-10T12:00:00Z', 60_000)).toBe('2026-03-10T12:01:00.000Z');
    expect(await stampAt(2, '2026-03-10T12:00:01Z', 0)).toBe('2026-03-10T12:01:00.000Z');
    await db.outbox.clear();
    expect(await stampAt(3, '2026-03-09T08:00:00Z', 0)).toBe('2026-03-10T12:01:00.000Z');
    expect(await stampAt(4, '2026-03-10T12:01:01Z', 0)).toBe('2026-03-10T12:01:01.000Z');
  });

  it('that breaks a schema is refused and leaves nothing behind', async () => {
    const row = insertTransaction(transactionRow(1, { amount: 0 }));
    await expect(commit([row])).rejects.toMatchObject({ reason: 'invalid' });
    expect(await db.outbox.count()).toBe(0);
  });

  it('by another user than the database’s owner is refused', async () => {
    const refused = commitIntent(db, [insertTransaction(transactionRow(1))], { ...context, userId: idOf(5) });
    await expect(refused).rejects.toEqual(new IntentError('wrong_user'));
  });
});

describe('a patch', () => {
  it('finds the row where its reader saw it, and moves it to the page of its new date', async () => {
    await commit([insertTransaction(transactionRow(1))]);
    await db.outbox.clear();
    await db.bases.clear();
    await commit([patch(1, { date: '2026-03-05' }, { date: '2026-01-02' })], [transactionRow(1)]);
    expect(await rowsIn(SCOPE, '2026-03')).toEqual([]);
    expect((await rowsIn(SCOPE, '2026-01'))[0]?.date).toBe('2026-01-02');
    expect((await readTotals(db, SCOPE)).map((one) => one.month)).toEqual(['2026-01']);
  });

  it('of the account moves the row into the other ledger', async () => {
    await commit([insertTransaction(transactionRow(1))]);
    await commit([patch(1, { accountId: ACCOUNT }, { accountId: OTHER_ACCOUNT })]);
    expect(await rowsIn(SCOPE, '2026-03')).toEqual([]);
    expect(await rowsIn(`account:${OTHER_ACCOUNT}`, '2026-03')).toHaveLength(1);
  });

  it('of a row that is not on this device is refused as a whole', async () => {
    const both = [insertTransaction(transactionRow(1)), patch(2, { notes: '' }, { notes: 'x' })];
    await expect(commit(both)).rejects.toMatchObject({ reason: 'not_found' });
    expect(await rowsIn(SCOPE, '2026-03')).toEqual([]);
    expect(await db.outbox.count()).toBe(0);
  });

  it('folds into the never-sent entry before it', async () => {
    const id = await commit([insertTransaction(transactionRow(1))]);
    expect(await commit([patch(1, { notes: '' }, { notes: 'a' })])).toBe(id);
    expect(await db.outbox.toArray()).toMatchObject([{ operations: [{ kind: 'insert', row: { notes: 'a' } }] }]);
  });

  it('keeps the first before and the last after when two patches fold', async () => {
    await commit([insertTransaction(transactionRow(1))]);
    await db.outbox.toCollection().modify({ state: 'in_flight', attempts: 1 });
    await commit([patch(1, { notes: '' }, { notes: 'a' })]);
    await commit([patch(1, { notes: 'a', date: '2026-03-05' }, { notes: 'b', date: '2026-03-06' })]);
    const [, second, ...others] = await db.outbox.toArray();
    expect(others).toEqual([]);
    expect(second?.operations).toMatchObject([
      { before: { notes: '', date: '2026-03-05' }, after: { notes: 'b', date: '2026-03-06' } },
    ]);
  });

  it.each(['pending', 'in_flight', 'blocked'] as const)(
    'never folds into an entry that was sent, be it %s now (S9)',
    async (state) => {
      const id = await commit([insertTransaction(transactionRow(1))]);
      await db.outbox.toCollection().modify({ state, attempts: 1 });
      expect(await commit([patch(1, { notes: '' }, { notes: 'a' })])).not.toBe(id);
      expect(await db.outbox.toArray()).toMatchObject([
        { operations: [{ kind: 'insert', row: { notes: '' } }] },
        { operations: [{ kind: 'patch', after: { notes: 'a' } }], state: 'pending', attempts: 0 },
      ]);
    },
  );

  it('never folds across a change of reference (S9)', async () => {
    await commit([insertTransaction(transactionRow(1))]);
    await commit([patch(1, { category: 'Food' }, { category: 'Salary' })]);
    await commit([patch(1, { notes: '' }, { notes: 'a' })]);
    expect(await db.outbox.count()).toBe(3);
  });
});

describe('what a mutation changes or deletes', () => {
  it('is kept with it as the user saw it, be it a transaction or a row of a small table', async () => {
    await db.categories.put(categoryRow(3));
    await commit([insertTransaction(transactionRow(1))]);
    await db.outbox.clear();
    await commit([patch(1, { date: '2026-03-05' }, { date: '2026-03-06' })]);
    await db.outbox.toCollection().modify({ state: 'in_flight', attempts: 1 });
    await commit([
      { kind: 'delete', table: 'transactions', id: idOf(1) },
      { kind: 'delete', table: 'categories', id: idOf(3) },
    ]);
    const added = transactionRow(1, { version: 0 });
    const entries = await db.outbox.toArray();
    expect(entries.map((entry) => entry.seen)).toEqual([
      [{ table: 'transactions', row: added }],
      [
        { table: 'transactions', row: { ...added, date: '2026-03-06' } },
        { table: 'categories', row: categoryRow(3) },
      ],
    ]);
  });

  it('is kept as it was before the first of patches that fold', async () => {
    await commit([insertTransaction(transactionRow(1))]);
    await db.outbox.clear();
    await commit([patch(1, { notes: '' }, { notes: 'a' })]);
    await commit([patch(1, { notes: 'a' }, { notes: 'b' })]);
    expect(await db.outbox.toArray()).toMatchObject([{ seen: [{ row: { notes: '' } }] }]);
  });
});

describe('undo of a mutation that was never sent', () => {
  it('brings a deleted row back and keeps the edit before it', async () => {
    await commit([insertTransaction(transactionRow(1))]);
    await commit([patch(1, { category: 'Food' }, { category: 'Home' })]);
    const id = await commit([{ kind: 'delete', table: 'transactions', id: idOf(1) }]);
    expect(await rowsIn(SCOPE, '2026-03')).toEqual([]);
    expect(await cancelIntent(db, id)).toBe(true);
    expect(await rowsIn(SCOPE, '2026-03')).toMatchObject([{ category: 'Home' }]);
    expect(await recountMonth(db, SCOPE, '2026-03')).toBe(true);
    expect(await countWaiting(db)).toBe(2);
  });

  it('is too late once it was sent', async () => {
    const id = await commit([insertTransaction(transactionRow(1))]);
    await db.outbox.toCollection().modify({ state: 'in_flight', attempts: 1 });
    expect(await cancelIntent(db, id)).toBe(false);
    expect(await rowsIn(SCOPE, '2026-03')).toHaveLength(1);
  });

  it('of an account’s deletion brings everything in it back', async () => {
    await db.categories.put(categoryRow(3));
    await commit([insertTransaction(transactionRow(1))]);
    const id = await commitIntent(db, [{ kind: 'delete', table: 'accounts', id: ACCOUNT }], {
      ...context,
      holdUntil: new Date('2026-03-10T12:00:10Z'),
    });
    expect(await db.accounts.get(ACCOUNT)).toBeUndefined();
    expect(await db.categories.where('accountId').equals(ACCOUNT).count()).toBe(0);
    expect(await cancelIntent(db, id)).toBe(true);
    expect(await db.accounts.get(ACCOUNT)).toEqual(accountRow());
    expect(await db.categories.toArray()).toEqual([categoryRow(3)]);
    expect(await rowsIn(SCOPE, '2026-03')).toHaveLength(1);
  });
});

describe('a restore', () => {
  it('of a row that another device brought back, to another month, leaves one of it', async () => {
    const books = new MonthBooks(db);
    await books.at({ scope: SCOPE, month: '2026-04' }).add(transactionRow(1, { date: '2026-04-02' }));
    await books.save();
    const { version, userId, userEmail, ...row } = transactionRow(1);
    await commit([{ kind: 'restore', table: 'transactions', row }]);
    expect(await rowsIn(SCOPE, '2026-03')).toEqual([]);
    expect(await rowsIn(SCOPE, '2026-04')).toHaveLength(1);
  });
});

describe('category.rename', () => {
  const rename: Operation = {
    kind: 'call',
    name: 'category.rename',
    arguments: { type: 'expense', from: 'Food', to: 'Meals' },
  };

  it('renames the rows and the transactions that carry the name, in owned accounts, and can be undone', async () => {
    await db.categories.bulkPut([categoryRow(3), categoryRow(4, { type: 'income' })]);
    await commit([insertTransaction(transactionRow(1)), insertTransaction(transactionRow(2, { type: 'income' }))]);
    const id = await commit([rename]);
    expect((await db.categories.toArray()).map((row) => row.name)).toEqual(['Meals', 'Food']);
    expect((await rowsIn(SCOPE, '2026-03')).map((row) => row.category)).toEqual(['Meals', 'Food']);
    expect(await recountMonth(db, SCOPE, '2026-03')).toBe(true);
    const touched = (await openEntries(db)).flatMap(({ rows }) => rows.map(([, row]) => row));
    expect([...new Set(touched)].sort()).toEqual([idOf(1), idOf(2), idOf(3)]);
    expect(await cancelIntent(db, id)).toBe(true);
    expect((await rowsIn(SCOPE, '2026-03')).map((row) => row.category)).toEqual(['Food', 'Food']);
    expect(await recountMonth(db, SCOPE, '2026-03')).toBe(true);
  });

  it('leaves accounts of other people alone', async () => {
    await db.accounts.put(accountRow({ ownerId: idOf(99) }));
    await db.categories.put(categoryRow(3));
    await commit([rename]);
    expect((await db.categories.toArray()).map((row) => row.name)).toEqual(['Food']);
  });
});
