import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Operation, Patch } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import { cancelEntry } from '../commands/entries/entry-cancel.ts';
import { type Database, openDatabase } from '../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  categoryRow,
  idOf,
  insertTransaction,
  OTHER_ACCOUNT,
  syncedTransaction,
  transactionRow,
} from '../database/rows.fixture.ts';
import { writeSyncState } from '../database/sync-state.ts';
import { MonthBook, MonthBooks, readTotals } from '../ledger/ledger.ts';
import { recountMonth } from '../ledger/recount.ts';
import { countWaiting } from '../outbox/outbox.ts';
import { writeServerTime } from './edit-clock.ts';
import { commitMutation, MutationError } from './mutations.ts';

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
  commitMutation(db, operations, seen ? { ...context, seen } : context);

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
        lines: [
          {
            nature: 'regular',
            type: 'expense',
            refund: false,
            category: 'Food',
            budgetId: null,
            cents: 100,
            count: 1,
            lines: 1,
          },
        ],
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

  it('needs no other row', async () => {
    await commit([insertTransaction(transactionRow(1))]);
    expect((await db.outbox.toArray())[0]).not.toHaveProperty('seen');
  });

  it('has the server’s time as last measured as its stamp', async () => {
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

  describe('is stamped by the clock', () => {
    const stampAt = async (number: number, time: string, offsetMs: number) => {
      await writeSyncState(db, { offsetMs });
      const operations = [insertTransaction(transactionRow(number, { createdAt: new Date(time).toISOString() }))];
      const id = await commitMutation(db, operations, { ...context, now: new Date(time) });
      return (await db.outbox.get({ id }))?.editedAt;
    };

    it('even if that was measured anew, or set back behind an edit of a wrong clock', async () => {
      expect(await stampAt(1, '2026-03-10T12:00:00Z', 60_000)).toBe('2026-03-10T12:01:00.000Z');
      expect(await stampAt(2, '2026-03-10T12:00:01Z', 0)).toBe('2026-03-10T12:00:01.000Z');
      expect(await stampAt(3, '2026-03-10T12:01:01Z', 0)).toBe('2026-03-10T12:01:01.000Z');
    });

    it('but never earlier than the server’s time as last told; then like the edit before it', async () => {
      await writeServerTime(db, '2026-03-10T12:00:00.000Z');
      expect(await stampAt(1, '2015-01-01T00:00:00Z', 0)).toBe('2026-03-10T12:00:00.000Z');
      expect(await stampAt(2, '2026-03-10T12:30:00Z', 0)).toBe('2026-03-10T12:30:00.000Z');
      expect(await stampAt(3, '2015-01-01T00:00:00Z', 0)).toBe('2026-03-10T12:30:00.000Z');
    });

    it('and so is the row that it makes', async () => {
      await stampAt(1, '2026-03-10T12:00:00Z', 60_000);
      expect((await rowsIn(SCOPE, '2026-03'))[0]?.createdAt).toBe('2026-03-10T12:01:00.000Z');
      const entry = await db.outbox.toCollection().first();
      expect(entry?.operations).toMatchObject([{ row: { createdAt: '2026-03-10T12:01:00.000Z' } }]);
    });
  });

  it('that breaks a schema is refused and leaves nothing behind', async () => {
    const row = insertTransaction(transactionRow(1, { amount: 0 }));
    await expect(commit([row])).rejects.toMatchObject({ reason: 'invalid' });
    expect(await db.outbox.count()).toBe(0);
  });

  it('by another user than the database’s owner is refused', async () => {
    const refused = commitMutation(db, [insertTransaction(transactionRow(1))], { ...context, userId: idOf(5) });
    await expect(refused).rejects.toEqual(new MutationError('wrong_user'));
  });
});

describe('a patch', () => {
  it('finds the row where the caller saw it, and moves it to the page of its new date', async () => {
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

  it('coalesces with the never-sent entry before it', async () => {
    const id = await commit([insertTransaction(transactionRow(1))]);
    expect(await commit([patch(1, { notes: '' }, { notes: 'a' })])).toBe(id);
    expect(await db.outbox.toArray()).toMatchObject([{ operations: [{ kind: 'insert', row: { notes: 'a' } }] }]);
  });

  it('[S9d] of the same groups coalesces: first before, last after, first number seen, last time', async () => {
    await syncedTransaction(db, transactionRow(1, { version: 3 }));
    await commit([{ ...patch(1, { notes: '' }, { notes: 'a' }), seen: 3 }], [transactionRow(1)]);
    const later = { ...context, now: new Date('2026-03-10T18:00:00Z') };
    await commitMutation(db, [{ ...patch(1, { notes: 'a' }, { notes: 'b' }), seen: 7 }], later);
    expect(await db.outbox.toArray()).toMatchObject([
      {
        editedAt: '2026-03-10T18:00:00.000Z',
        operations: [{ before: { notes: '' }, after: { notes: 'b' }, seen: { accountId: ACCOUNT, number: 3 } }],
      },
    ]);
  });

  it.each([
    ['another group', { date: '2026-03-06' }],
    ['one more group', { notes: 'b', date: '2026-03-06' }],
  ])('[S9d] of %s goes up by itself, so the older edit keeps its time', async (_what, after) => {
    await syncedTransaction(db, transactionRow(1, { version: 3 }));
    await commit([patch(1, { notes: '' }, { notes: 'a' })], [transactionRow(1)]);
    const before = { date: '2026-03-05', ...('notes' in after && { notes: 'a' }) };
    await commitMutation(db, [patch(1, before, after)], { ...context, now: new Date('2026-03-10T18:00:00Z') });
    expect(await db.outbox.toArray()).toMatchObject([
      { editedAt: '2026-03-10T12:00:00.000Z', operations: [{ after: { notes: 'a' } }] },
      { editedAt: '2026-03-10T18:00:00.000Z', operations: [{ after }] },
    ]);
  });

  it('[S9d] that names a text which it leaves as it is, as 0.2.0 did, is no edit of that text', async () => {
    await syncedTransaction(db, transactionRow(1, { version: 3 }));
    const texts = { description: 'Bakery', notes: '' };
    await commit([patch(1, texts, { ...texts, description: 'Baker' })], [transactionRow(1, texts)]);
    await commit([patch(1, { ...texts, description: 'Baker' }, { description: 'Baker', notes: 'a' })]);
    expect(await db.outbox.toArray()).toMatchObject([{ operations: [{ after: { notes: '' } }] }, {}]);
  });

  it.each(['pending', 'in_flight', 'blocked'] as const)(
    '[S9a] an edit never coalesces with an entry that was sent and is %s now',
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

  it('[S69k] no edit coalesces with a row of a file, which the server may have from somebody else', async () => {
    const key = 'a'.repeat(40);
    const { version, userId, userEmail, ...row } = transactionRow(1);
    await commit([{ kind: 'insert', table: 'transactions', row, key }]);
    await commit([patch(1, { notes: '' }, { notes: 'a' })]);
    expect(await db.outbox.toArray()).toMatchObject([{ operations: [{ key }] }, { operations: [{ kind: 'patch' }] }]);
  });

  it('[S9b] no edit coalesces across a change of reference', async () => {
    await commit([insertTransaction(transactionRow(1))]);
    await commit([patch(1, { category: 'Food' }, { category: 'Salary' })]);
    await commit([patch(1, { notes: '' }, { notes: 'a' })]);
    expect(await db.outbox.count()).toBe(3);
  });
});

describe('what a mutation changes or deletes', () => {
  it('is kept with the entry as the user saw it: a transaction or a row of a small table', async () => {
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

  it('is kept as it was before the first of several coalesced patches', async () => {
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
    expect(await cancelEntry(db, id)).toBe(true);
    expect(await rowsIn(SCOPE, '2026-03')).toMatchObject([{ category: 'Home' }]);
    expect(await recountMonth(db, SCOPE, '2026-03')).toBe(true);
    expect(await countWaiting(db)).toBe(2);
  });

  it('is too late once it was sent', async () => {
    const id = await commit([insertTransaction(transactionRow(1))]);
    await db.outbox.toCollection().modify({ state: 'in_flight', attempts: 1 });
    expect(await cancelEntry(db, id)).toBe(false);
    expect(await rowsIn(SCOPE, '2026-03')).toHaveLength(1);
  });

  it('of an account’s deletion brings everything in it back', async () => {
    await db.categories.put(categoryRow(3));
    await commit([insertTransaction(transactionRow(1))]);
    const id = await commitMutation(db, [{ kind: 'delete', table: 'accounts', id: ACCOUNT }], {
      ...context,
      holdUntil: new Date('2026-03-10T12:00:10Z'),
    });
    expect(await db.accounts.get(ACCOUNT)).toBeUndefined();
    expect(await db.categories.where('accountId').equals(ACCOUNT).count()).toBe(0);
    expect(await cancelEntry(db, id)).toBe(true);
    expect(await db.accounts.get(ACCOUNT)).toEqual(accountRow());
    expect(await db.categories.toArray()).toEqual([categoryRow(3)]);
    expect(await rowsIn(SCOPE, '2026-03')).toHaveLength(1);
  });
});

describe('a restore', () => {
  it('of a row that another device restored into another month leaves it there once', async () => {
    const books = new MonthBooks(db);
    await books.at({ scope: SCOPE, month: '2026-04' }).add(transactionRow(1, { date: '2026-04-02' }));
    await books.save();
    const { version, userId, userEmail, ...row } = transactionRow(1);
    await commit([{ kind: 'restore', table: 'transactions', row }]);
    expect(await rowsIn(SCOPE, '2026-03')).toEqual([]);
    expect(await rowsIn(SCOPE, '2026-04')).toHaveLength(1);
  });
});

describe('an edit that names no lines', () => {
  it('[S66c] changes neither amount nor type nor category of a split, and all else', async () => {
    const lines = ['Food', 'Home'].map((category, n) => ({ id: idOf(50 + n), category, cents: 50, note: '' }));
    const row = transactionRow(1, { amount: 100, category: 'Split', lines });
    await syncedTransaction(db, row);
    const before = { amount: 70, type: 'expense', category: 'Food', date: row.date };
    await commit([patch(1, before, { amount: 90, type: 'expense', category: 'Home', date: '2026-03-02' })], [row]);
    expect(await rowsIn(SCOPE, '2026-03')).toEqual([{ ...row, date: '2026-03-02' }]);
    expect(await recountMonth(db, SCOPE, '2026-03')).toBe(true);
  });
});
