import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SumLine } from '#domain/money/totals';
import type { Operation } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import fc from '../../../tests/support/random.ts';
import { cancelEntry } from '../commands/entries/entry-cancel.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { newId } from '../database/new-id.ts';
import type { OutboxEntry, RowKey, ScopeCursor } from '../database/records.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  categoryRow,
  idOf,
  insertTransaction,
  OTHER_ACCOUNT,
  transactionRow,
} from '../database/rows.fixture.ts';
import { readTotals, totalLines, writeMonths } from '../ledger/ledger.ts';
import { readScope } from '../ledger/many-pages.ts';
import { recountMonth } from '../ledger/recount.ts';
import { recountSums } from '../ledger/sums.ts';
import { newestTransactions } from '../queries/rows/transactions.ts';
import { commitMutation, MutationError } from './mutations.ts';
import { rebase } from './rebase.ts';
import { ACCOUNTS, fold, operationOf, patch, rename, SHARED, step } from './rename-steps.fixture.ts';

const now = new Date('2026-03-10T12:00:00Z');
const SCOPE = `account:${ACCOUNT}`;

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut(ACCOUNTS.map((id) => accountRow({ id })));
});
afterEach(() => db.delete());

/** Commits the operation as a screen does, which shows the row. */
async function commit(operation: Operation): Promise<string> {
  const id = operation.kind === 'patch' || operation.kind === 'delete' ? operation.id : null;
  const seen = (await shown()).filter((row) => row.id === id);
  return commitMutation(db, [operation], { ...ANNA, now, seen });
}

async function shown(): Promise<TransactionRow[]> {
  const pages = await Promise.all([...ACCOUNTS, SHARED].map((id) => readScope(db, `account:${id}`)));
  return pages.flat().flatMap(({ rows }) => rows);
}

const names = async () =>
  Object.fromEntries((await shown()).map(({ id, category }) => [Number(id.slice(-4)), category]));

/** The server answers these entries so, and the rows show it. */
async function decide(change: (entry: OutboxEntry) => OutboxEntry | null): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    await rebase(db, 'all', async ({ entries }) => {
      const next = entries.flatMap((entry) => change(entry) ?? []);
      await db.outbox.clear();
      await db.outbox.bulkPut(next);
      return next;
    });
  });
}

const isRename = ({ operations }: OutboxEntry) => operations[0]?.kind === 'call';

/** Checks that totals and sums are right under the stored names and under the shown ones. */
async function expectRightTotals(): Promise<void> {
  for (const id of ACCOUNTS) {
    const scope = `account:${id}`;
    const months = await readTotals(db, scope);
    for (const { month } of months) expect(await recountMonth(db, scope, month)).toBe(true);
    expect(await recountSums(db, scope)).toBe(true);
    const rows = (await shown()).filter(({ accountId }) => accountId === id);
    const key = ({ type, category, budgetId }: SumLine) => `${type} ${category} ${budgetId}`;
    const sorted = (lines: SumLine[]) => lines.sort((a, b) => (key(a) < key(b) ? -1 : 1));
    expect(sorted(months.flatMap(({ lines }) => lines))).toEqual(sorted(totalLines(rows)));
  }
}

describe('a rename', () => {
  it('[S48a] writes no page, no totals and no base of a transaction, however many rows it renames', async () => {
    const rows = Array.from({ length: 600 }, (_, n) => transactionRow(n));
    await writeMonths(db, SCOPE, rows);
    await db.categories.put(categoryRow(900));
    const [pages, totals] = await Promise.all([stored('transactions'), stored('totals')]);
    await commit(rename('Food', 'Meals'));
    expect(await newestTransactions(db, ACCOUNT, 1)).toMatchObject([{ category: 'Meals' }]);
    expect((await stored('transactions')) === pages).toBe(true);
    expect(await stored('totals')).toBe(totals);
    expect(await db.bases.toArray()).toMatchObject([{ table: 'categories' }]);
    expect(await db.outbox.toArray()).toMatchObject([{ rows: [['categories', idOf(900)]] }]);
  });

  it('shows the new name in rows and totals of that type, and the old one again after an undo', async () => {
    await db.categories.bulkPut([categoryRow(3), categoryRow(4, { type: 'income' })]);
    await commit(insertTransaction(transactionRow(1)));
    await commit(insertTransaction(transactionRow(2, { type: 'income' })));
    const id = await commit(rename('Food', 'Meals'));
    expect((await db.categories.toArray()).map((row) => row.name)).toEqual(['Meals', 'Food']);
    expect(await names()).toEqual({ 1: 'Meals', 2: 'Food' });
    await expectRightTotals();
    expect(await cancelEntry(db, id)).toBe(true);
    expect(await names()).toEqual({ 1: 'Food', 2: 'Food' });
    await expectRightTotals();
  });

  it('leaves accounts of other people alone', async () => {
    await db.accounts.put(accountRow({ ownerId: idOf(99) }));
    await db.categories.put(categoryRow(3));
    await writeMonths(db, SCOPE, [transactionRow(1)]);
    await commit(rename('Food', 'Meals'));
    expect((await db.categories.toArray()).map((row) => row.name)).toEqual(['Food']);
    expect(await names()).toEqual({ 1: 'Food' });
  });

  it('of one account leaves the user’s other accounts alone', async () => {
    await writeMonths(db, SCOPE, [transactionRow(1)]);
    await writeMonths(db, `account:${OTHER_ACCOUNT}`, [transactionRow(2, { accountId: OTHER_ACCOUNT })]);
    await commit(rename('Food', 'Meals', { accountId: OTHER_ACCOUNT }));
    expect(await names()).toEqual({ 1: 'Food', 2: 'Meals' });
  });

  it('[S48b] means the rows before it: one that is entered under the old name afterwards keeps it', async () => {
    await commit(insertTransaction(transactionRow(1)));
    await commit(rename('Food', 'Meals'));
    await commit(insertTransaction(transactionRow(2)));
    expect(await names()).toEqual({ 1: 'Meals', 2: 'Food' });
    await expectRightTotals();
    await decide((entry) => entry);
    expect(await names()).toEqual({ 1: 'Meals', 2: 'Food' });
    await expectRightTotals();
  });

  it('[S48b] and a later choice of a category: the choice stays, in whatever order they are undone', async () => {
    await writeMonths(db, SCOPE, [transactionRow(1), transactionRow(2, { category: 'Meals' })]);
    const renamed = await commit(rename('Food', 'Meals'));
    const chosen = await commit(patch(1, { category: 'Food' }));
    await commit(patch(2, { amount: 7, type: 'expense' }));
    expect(await names()).toEqual({ 1: 'Food', 2: 'Meals' });
    expect(await cancelEntry(db, chosen)).toBe(true);
    expect(await names()).toEqual({ 1: 'Meals', 2: 'Meals' });
    expect(await cancelEntry(db, renamed)).toBe(true);
    expect(await names()).toEqual({ 1: 'Food', 2: 'Meals' });
    await expectRightTotals();
  });

  it('[S48b] goes along when a row changes its type or its account afterwards', async () => {
    await db.accounts.put(accountRow({ id: OTHER_ACCOUNT, ownerId: idOf(99) }));
    await writeMonths(db, SCOPE, [transactionRow(1), transactionRow(2), transactionRow(3)]);
    const renamed = await commit(rename('Food', 'Meals'));
    await commit(patch(1, { accountId: OTHER_ACCOUNT }));
    await commit(patch(2, { amount: 100, type: 'income' }));
    await commit(patch(3, { notes: 'still an alias' }));
    expect(await names()).toEqual({ 1: 'Meals', 2: 'Meals', 3: 'Meals' });
    await expectRightTotals();
    await cancelEntry(db, renamed);
    expect(await names()).toEqual({ 1: 'Food', 2: 'Food', 3: 'Food' });
    await expectRightTotals();
  });

  it('[S48b] and two moves: totals of the account without the rename have one line for a name', async () => {
    await writeMonths(db, SCOPE, [transactionRow(1), transactionRow(2)]);
    await commit(rename('Other', 'Rest', { accountId: OTHER_ACCOUNT }));
    await commit(patch(1, { accountId: OTHER_ACCOUNT }));
    await commit(patch(1, { accountId: ACCOUNT }));
    expect((await readTotals(db, SCOPE)).flatMap(({ lines }) => lines)).toMatchObject([{ category: 'Food', count: 2 }]);
    await expectRightTotals();
  });

  it('[S48b] two names are exchanged through a third, and exchanged back', async () => {
    await writeMonths(db, SCOPE, [transactionRow(1, { category: 'A' }), transactionRow(2, { category: 'B' })]);
    const exchange = async () => {
      for (const [from, to] of [
        ['A', 'C'],
        ['B', 'A'],
        ['C', 'B'],
      ] as const)
        await commit(rename(from, to));
    };
    await exchange();
    expect(await names()).toEqual({ 1: 'B', 2: 'A' });
    await commit(insertTransaction(transactionRow(3, { category: 'A' })));
    await exchange();
    expect(await names()).toEqual({ 1: 'A', 2: 'B', 3: 'B' });
    await expectRightTotals();
    await decide((entry) => entry);
    expect(await names()).toEqual({ 1: 'A', 2: 'B', 3: 'B' });
  });

  it('[S4c, S48c] that the server refuses leaves the rows under their names', async () => {
    await writeMonths(db, SCOPE, [transactionRow(1)]);
    await commit(rename('Food', 'Meals'));
    await commit(insertTransaction(transactionRow(2, { category: 'Meals' })));
    await decide((entry) => (isRename(entry) ? { ...entry, state: 'rejected' } : entry));
    expect(await names()).toEqual({ 1: 'Food', 2: 'Meals' });
    await expectRightTotals();
  });

  it('keeps rows as the user saw them with the entries that change them', async () => {
    await writeMonths(db, SCOPE, [transactionRow(1)]);
    await commit(rename('Food', 'Meals'));
    await commit({ kind: 'delete', table: 'transactions', id: idOf(1) });
    const entry = await db.outbox.orderBy('seq').last();
    expect(entry?.seen).toMatchObject([{ row: { category: 'Meals' } }]);
  });

  it('is seen by a live query of another tab when it comes and when it goes', async () => {
    await writeMonths(db, SCOPE, [transactionRow(1)]);
    const tab = await openDatabase(ANNA.userId);
    const seen: (string | undefined)[] = [];
    const subscription = liveQuery(async () => {
      const [[row], [month]] = await Promise.all([newestTransactions(tab, ACCOUNT, 1), readTotals(tab, SCOPE)]);
      return `${row?.category} ${month?.lines[0]?.category}`;
    }).subscribe((names) => seen.push(names));
    await vi.waitFor(() => expect(seen).toEqual(['Food Food']));
    const id = await commit(rename('Food', 'Meals'));
    await vi.waitFor(() => expect(seen.at(-1)).toBe('Meals Meals'));
    await cancelEntry(db, id);
    await vi.waitFor(() => expect(seen.at(-1)).toBe('Food Food'));
    subscription.unsubscribe();
    tab.close();
  });

  it('[S48d] of v0.1.0, which has written its name into the rows, is not laid over them once more', async () => {
    const [first, second] = [transactionRow(1, { category: 'A' }), transactionRow(2, { category: 'B' })];
    await writeMonths(db, SCOPE, [
      { ...first, category: 'B' },
      { ...second, category: 'A' },
    ]);
    const places = [{ scope: SCOPE, month: '2026-03' }];
    await db.bases.bulkPut(
      [first, second].map((row) => ({ table: 'transactions' as const, id: row.id, row, places, seen: places })),
    );
    const old = { ...ANNA, editedAt: now.toISOString(), createdAt: now.toISOString(), attempts: 0 };
    const rows: RowKey[] = [first, second].map(({ id }) => ['transactions', id]);
    for (const [from, to] of [
      ['A', 'C'],
      ['B', 'A'],
      ['C', 'B'],
    ] as const) {
      const operations = [rename(from, to)];
      await db.outbox.add({ ...old, id: newId(), operations, rows, wide: 1, state: 'pending' });
    }
    expect(await names()).toEqual({ 1: 'B', 2: 'A' });
    await decide((entry) => entry);
    expect(await names()).toEqual({ 1: 'B', 2: 'A' });
    expect(await db.bases.count()).toBe(0);
    await decide(() => null);
    expect(await names()).toEqual({ 1: 'A', 2: 'B' });
    await expectRightTotals();
  });
});

describe('any history with renames', () => {
  it('[S48a, S48b, S48c, G7] shows what the entries say one after the other, and totals of exactly that', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        await Promise.all(db.tables.map((table) => table.clear()));
        await db.accounts.bulkPut(ACCOUNTS.map((id) => accountRow({ id })));
        await db.accounts.put(accountRow({ id: SHARED, ownerId: idOf(99) }));
        const server = ['A', 'B', 'A', 'B', 'C'].map((category, n) =>
          transactionRow(n, { category, type: n === 1 ? 'income' : 'expense' }),
        );
        await db.cursors.put(cursorOf(SHARED));
        await writeMonths(db, SCOPE, server);
        for (const one of steps) {
          const operation = operationOf(one);
          if (operation) await commit(operation).catch(refusedOnly);
          else await decide((entry) => (one.do === 'leave' && entry.seq % 6 === one.number ? null : entry));
          const entries = await db.outbox.orderBy('seq').toArray();
          const rows = (await shown()).map(({ id, accountId, type: ofType, category, ...others }) => {
            expect(others).not.toHaveProperty('namedAfter');
            return [id, { accountId, type: ofType, category }];
          });
          expect(Object.fromEntries(rows)).toEqual(fold(server, entries));
          await expectRightTotals();
        }
        await decide(() => null);
        const bare = (await db.transactions.toArray()).flatMap((page) => page.rows);
        expect(bare.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(server);
      }),
      { numRuns: 25 },
    );
  });
});

/** Returns the records of a table as the browser stores them, as one text. */
function stored(table: 'transactions' | 'totals'): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = db.backendDB().transaction(table).objectStore(table).getAll();
    request.onsuccess = () => resolve(JSON.stringify(request.result));
    request.onerror = () => reject(request.error);
  });
}

function cursorOf(accountId: string): ScopeCursor {
  return { scope: `account:${accountId}`, accountId, role: 'member', version: 1, grantId: 'g', before: null };
}

/** A row that is not there any more cannot be changed. */
function refusedOnly(error: unknown): void {
  if (!(error instanceof MutationError) || error.reason !== 'not_found') throw error;
}
