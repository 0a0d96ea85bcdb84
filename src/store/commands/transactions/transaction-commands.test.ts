import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import type { TransactionRow } from '#domain/rows';
import type { TransactionInput } from '#domain/transactions/transactions';
import { type Database, openDatabase } from '../../database/database.ts';
import { readPersistence } from '../../database/persistence.ts';
import { ACCOUNT, ANNA, accountRow, idOf, OTHER_ACCOUNT, transactionRow } from '../../database/rows.fixture.ts';
import { readSyncState } from '../../database/sync-state.ts';
import { pageDirectory, writeMonths } from '../../ledger/ledger.ts';
import { recountMonth } from '../../ledger/recount.ts';
import { countWaiting, entriesToSettle } from '../../outbox/outbox.ts';
import { accountSummary } from '../../queries/accounts/accounts.ts';
import { rowStates } from '../../queries/rows/row-states.ts';
import { newestTransactions } from '../../queries/rows/transactions.ts';
import { recentDescriptions, suggestionsFor } from '../../queries/search/description-suggestions.ts';
import { undoAction } from '../undo/action-undo.ts';
import { addTransaction } from './transaction-add.ts';
import { deleteTransaction } from './transaction-delete.ts';
import { updateTransaction } from './transaction-update.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00.000Z');
const SHARED = idOf(77);
const BEN = idOf(9);

const lunch: TransactionInput = {
  accountId: ACCOUNT,
  type: 'expense',
  amount: '10+2.50',
  date: '2026-03-05',
  description: 'Lunch',
  category: 'Food',
};

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([
    accountRow(),
    accountRow({ id: OTHER_ACCOUNT }),
    accountRow({ id: SHARED, ownerId: BEN }),
  ]);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await db.delete();
});

const sharedAs = (role: 'viewer' | 'member' | 'admin') =>
  db.cursors.put({ scope: `account:${SHARED}`, accountId: SHARED, role, version: 1, grantId: 'g', before: null });

const added = async (input: Partial<TransactionInput> = {}): Promise<TransactionRow> => {
  const outcome = await addTransaction(db, actor, { ...lunch, ...input }, now);
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.errors)}`);
  const rows = await newestTransactions(db, input.accountId ?? ACCOUNT, 100);
  const row = rows.find((one) => one.id === outcome.id);
  if (!row) throw new Error('the transaction is not on its page');
  return row;
};

/** Puts a row into the ledger as the server has it, without any open entry. */
const synced = async (over: Partial<TransactionRow> = {}): Promise<TransactionRow> => {
  const row = transactionRow(1, over);
  await writeMonths(db, `account:${row.accountId}`, [row]);
  return row;
};

const lastOperations = async () => (await db.outbox.orderBy('seq').last())?.operations;

describe('transaction.add', () => {
  it('is on its page and in the summary at once, as the user’s own', async () => {
    expect(await added()).toMatchObject({ ...lunch, amount: 1250, userEmail: ANNA.userEmail, version: 0 });
    await added({ type: 'income', amount: '100' });
    expect(await accountSummary(db, ACCOUNT)).toEqual({ income: 10_000, expense: 1_250, balance: 8_750, count: 2 });
  });

  it('asks the database for little, and for nothing twice, because each request costs time', async () => {
    // After the first entry, the app asks the browser for persistence.
    await added();
    await vi.waitFor(async () => expect(await readPersistence(db)).not.toBeNull());
    const gets = vi.spyOn(IDBObjectStore.prototype, 'get');
    const ranges = [vi.spyOn(IDBObjectStore.prototype, 'getAll'), vi.spyOn(IDBIndex.prototype, 'getAll')];
    const later = new Date('2026-03-10T12:00:01.000Z');
    await addTransaction(db, actor, lunch, later);
    const tables = gets.mock.contexts.map((table) => (table instanceof IDBObjectStore ? table.name : ''));
    expect(tables.sort()).toEqual(['accounts', 'cursors', 'sums', 'totals', 'transactions']);
    // The renames, what `meta` says, and the schedules of the account.
    expect(ranges.flatMap(({ mock }) => mock.calls)).toHaveLength(3);
  });

  it('is refused at its fields, and nothing is queued', async () => {
    expect(await addTransaction(db, actor, { ...lunch, amount: '0', category: '' }, now)).toEqual({
      ok: false,
      errors: { amount: 'not_positive', category: 'empty' },
    });
    expect(await db.outbox.count()).toBe(0);
  });

  it('is refused for accounts that are missing or read-only', async () => {
    const into = (accountId: string) => addTransaction(db, actor, { ...lunch, accountId }, now);
    expect(await into(idOf(404))).toEqual({ ok: false, errors: { accountId: 'not_found' } });
    await sharedAs('viewer');
    expect(await into(SHARED)).toEqual({ ok: false, errors: { accountId: 'forbidden' } });
    await sharedAs('member');
    expect(await into(SHARED)).toMatchObject({ ok: true });
  });
});

describe('transaction.update', () => {
  it('sends the changed groups whole, with what the user saw', async () => {
    const row = await synced({ notes: 'n' });
    expect(await updateTransaction(db, actor, { row, amount: '2', description: 'Dinner' }, now)).toMatchObject({
      ok: true,
    });
    expect(await lastOperations()).toEqual([
      {
        kind: 'patch',
        table: 'transactions',
        id: row.id,
        seen: { accountId: ACCOUNT, number: 1 },
        before: { amount: 100, type: 'expense', refund: false, description: 'row 1' },
        after: { amount: 200, type: 'expense', refund: false, description: 'Dinner' },
      },
    ]);
    expect(await accountSummary(db, ACCOUNT)).toMatchObject({ expense: 200, count: 1 });
    expect(await recountMonth(db, `account:${ACCOUNT}`, '2026-03')).toBe(true);
  });

  it('queues nothing when nothing changed', async () => {
    const row = await synced();
    expect(await updateTransaction(db, actor, { row, amount: '1.00' }, now)).toEqual({ ok: true, mutationId: null });
    expect(await db.outbox.count()).toBe(0);
  });

  it('moves a row between months and accounts with both balances right', async () => {
    const row = await synced();
    await updateTransaction(db, actor, { row, date: '2025-12-31', accountId: OTHER_ACCOUNT }, now);
    expect(await accountSummary(db, ACCOUNT)).toMatchObject({ count: 0, balance: 0 });
    expect(await accountSummary(db, OTHER_ACCOUNT)).toMatchObject({ count: 1, balance: -100 });
    expect(await pageDirectory(db, accountScope(OTHER_ACCOUNT))).toEqual([{ month: '2025-12', part: 0 }]);
    expect(await newestTransactions(db, OTHER_ACCOUNT, 2)).toMatchObject([{ id: row.id }]);
  });

  it('makes a contribution that moves away an ordinary transaction', async () => {
    const row = await synced({ budgetId: idOf(5) });
    await updateTransaction(db, actor, { row, accountId: OTHER_ACCOUNT }, now);
    expect(await newestTransactions(db, OTHER_ACCOUNT, 1)).toMatchObject([{ budgetId: null }]);
  });

  it('is refused for what others entered, to members, and into accounts that the user may not add to', async () => {
    await sharedAs('member');
    const theirs = await synced({ accountId: SHARED, userId: BEN });
    const change = { row: theirs, amount: '5' };
    expect(await updateTransaction(db, actor, change, now)).toEqual({ ok: false, errors: { form: 'forbidden' } });
    await sharedAs('admin');
    expect(await updateTransaction(db, actor, change, now)).toMatchObject({ ok: true });
    await sharedAs('viewer');
    const own = await synced();
    expect(await updateTransaction(db, actor, { row: own, accountId: SHARED }, now)).toEqual({
      ok: false,
      errors: { accountId: 'forbidden' },
    });
  });

  it('is refused when the row disappeared meanwhile', async () => {
    expect(await updateTransaction(db, actor, { row: transactionRow(404), amount: '5' }, now)).toEqual({
      ok: false,
      errors: { form: 'not_found' },
    });
  });
});

describe('transaction.delete and transaction.restore', () => {
  it('take a row away and bring it back without a trace while nothing was sent', async () => {
    const row = await synced();
    const deleted = await deleteTransaction(db, actor, { row }, now);
    if (!deleted.ok) throw new Error('the deletion was refused');
    expect(await accountSummary(db, ACCOUNT)).toMatchObject({ count: 0 });
    expect(await undoAction(db, actor, { id: deleted.actionId }, now)).toEqual({ ok: true, left: 0 });
    expect(await newestTransactions(db, ACCOUNT, 10)).toEqual([row]);
    expect(await db.outbox.count()).toBe(0);
  });

  it('ask the server to restore what it was already told to delete', async () => {
    const row = await synced();
    const deleted = await deleteTransaction(db, actor, { row }, now);
    if (!deleted.ok) throw new Error('the deletion was refused');
    await db.outbox.where('id').equals(deleted.mutationId).modify({ state: 'in_flight', attempts: 1 });
    await undoAction(db, actor, { id: deleted.actionId }, now);
    expect(await lastOperations()).toMatchObject([{ kind: 'restore', row: { id: row.id, amount: 100 } }]);
    expect(await accountSummary(db, ACCOUNT)).toMatchObject({ count: 1, expense: 100 });
  });

  it('are refused for what others entered, to members', async () => {
    await sharedAs('member');
    const theirs = await synced({ accountId: SHARED, userId: BEN });
    expect(await deleteTransaction(db, actor, { row: theirs }, now)).toMatchObject({ errors: { form: 'forbidden' } });
  });
});

describe('the marks in lists', () => {
  it('show what waits and what was refused, for the given rows', async () => {
    const [waiting, refused] = [await added(), await added()];
    const settled = await synced({ accountId: OTHER_ACCOUNT });
    await db.outbox.where('rows').equals(['transactions', refused.id]).modify({ state: 'rejected' });
    const ids = [waiting.id, refused.id, settled.id];
    expect(await rowStates(db, 'transactions', ids)).toEqual(
      new Map([
        [waiting.id, 'waiting'],
        [refused.id, 'refused'],
      ]),
    );
    expect(await rowStates(db, 'transactions', [settled.id])).toEqual(new Map());
    expect(await countWaiting(db)).toBe(1);
    expect(await entriesToSettle(db)).toHaveLength(1);
    expect(await readSyncState(db)).toMatchObject({ phase: 'idle' });
  });
});

describe('an edit of what is no income or expense', () => {
  it.each([
    ['opening', { accountId: OTHER_ACCOUNT }, 'accountId'],
    ['opening', { category: 'Food' }, 'category'],
    ['adjustment', { category: 'Food' }, 'category'],
    ['transfer', { type: 'income' }, 'type'],
  ] as const)('[S64e] of nature %s is refused at the field that stays: %j', async (nature, change, field) => {
    const row = await synced({ nature, category: 'Other' });
    expect(await updateTransaction(db, actor, { row, ...change }, now)).toEqual({
      ok: false,
      errors: { [field]: 'forbidden' },
    });
    expect(await updateTransaction(db, actor, { row, date: '2026-03-02' }, now)).toMatchObject({ ok: true });
  });
});

describe('completing a description', () => {
  it('offers each description once with its latest category, matches at the start first', async () => {
    await added({ description: 'Coffee', category: 'Food', date: '2026-01-01' });
    await added({ description: 'coffee', category: 'Work', date: '2026-02-01' });
    await added({ description: 'Iced coffee', date: '2026-03-01' });
    await added({ description: 'Coffee voucher', type: 'income', date: '2026-03-01' });
    const recent = await recentDescriptions(db, ACCOUNT, 'expense');
    expect(suggestionsFor(recent, ' COF', 5)).toEqual([
      { description: 'coffee', category: 'Work', refund: false, type: 'expense' },
      { description: 'Iced coffee', category: 'Food', refund: false, type: 'expense' },
    ]);
    expect(suggestionsFor(recent, 'cof', 1)).toHaveLength(1);
    expect(suggestionsFor(recent, '', 5)).toEqual([]);
  });
});
