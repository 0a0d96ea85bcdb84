import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainFields } from '#domain/mutations/changed-fields';
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
import { readSums, readTotals } from '../ledger/ledger.ts';
import { recountMonth } from '../ledger/recount.ts';
import { recountSums } from '../ledger/sums.ts';
import { findTransaction } from '../queries/rows/transactions.ts';
import { commitMutation } from './mutations.ts';

const SCOPE = `account:${ACCOUNT}`;
const MONTH = '2026-03';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow(), accountRow({ id: OTHER_ACCOUNT })]);
});
afterEach(() => db.delete());

/** Commits as a screen does, which shows the row that is edited. */
async function commit(operations: Operation[]): Promise<string> {
  const ids = operations.flatMap((operation) => (operation.kind === 'patch' ? [operation.id] : []));
  const shown = await Promise.all(ids.map((id) => findTransaction(db, id, {})));
  const seen = shown.flatMap((row) => row ?? []);
  return commitMutation(db, operations, { ...ANNA, now: new Date('2026-03-10T12:00:00Z'), seen });
}

const patch = (number: number, before: Patch['before'], after: Patch['after']): Patch => ({
  kind: 'patch',
  table: 'transactions',
  id: idOf(number),
  seen: 1,
  before,
  after,
});

const rename = (from: string, to: string, type: TransactionRow['type'] = 'expense'): Operation => ({
  kind: 'call',
  name: 'category.rename',
  arguments: { type, from, to },
});

const stands = (number: number) => findTransaction(db, idOf(number), {});

/** Three back for food. */
const back = transactionRow(1, { type: 'income', refund: true, amount: 300 });
const lines = ['Food', 'Home'].map((category, n) => ({ id: idOf(50 + n), category, cents: 150, note: '' }));

async function expectRightTotals(): Promise<void> {
  expect(await recountMonth(db, SCOPE, MONTH)).toBe(true);
  expect(await recountSums(db, SCOPE)).toBe(true);
}

describe('a refund', () => {
  it('[S78a] lowers the expenses of its account, not its income, and counts in the balance by its type', async () => {
    await commit([insertTransaction(transactionRow(2, { amount: 1_000 })), insertTransaction(back)]);
    expect(await readSums(db, SCOPE)).toEqual({ income: 0, expense: 700, balance: -700, count: 2 });
    await commit([patch(1, { refund: true }, { refund: false })]);
    expect(await readSums(db, SCOPE)).toEqual({ income: 300, expense: 1_000, balance: -700, count: 2 });
    await expectRightTotals();
  });

  it('[S78c] keeps its side when an edit names the group and changes only the amount', async () => {
    await syncedTransaction(db, back);
    const before = { amount: 300, type: 'income', refund: true };
    await commit([patch(1, before, { ...before, amount: 200 })]);
    expect(await stands(1)).toMatchObject({ amount: 200, type: 'income', refund: true });
    await expectRightTotals();
  });

  it('[S78c] that its author did not know of stays when they change only the amount', async () => {
    await syncedTransaction(db, back);
    await commit([patch(1, { amount: 300, type: 'income' }, { amount: 200, type: 'income' })]);
    expect(await stands(1)).toMatchObject({ amount: 200, type: 'income', refund: true });
  });

  it('[S78c] ends with a change of the type that does not name it', async () => {
    await syncedTransaction(db, back);
    await commit([patch(1, { amount: 300, type: 'income' }, { amount: 300, type: 'expense' })]);
    expect(await stands(1)).toMatchObject({ type: 'expense', refund: false });
    expect(await readSums(db, SCOPE)).toEqual({ income: 0, expense: 300, balance: -300, count: 1 });
    await expectRightTotals();
  });

  it('[S78c] stays with a change of the type that says so', async () => {
    await syncedTransaction(db, back);
    const before = { amount: 300, type: 'income', refund: true };
    await commit([patch(1, { ...before, category: 'Food' }, { ...before, type: 'expense', category: 'Salary' })]);
    expect(await stands(1)).toMatchObject({ type: 'expense', refund: true, category: 'Salary' });
    expect(await readSums(db, SCOPE)).toEqual({ income: -300, expense: 0, balance: -300, count: 1 });
  });

  const endings: [what: string, after: Patch['after']][] = [
    ['a split', { amount: 300, type: 'income', category: 'Split', lines }],
    ['a contribution', { budgetId: idOf(30) }],
    ['a side of a transfer', { nature: 'transfer', transferId: idOf(40), category: 'Transfer' }],
  ];
  it.each(endings)('[S78c] ends when the row becomes %s', async (_, after) => {
    await syncedTransaction(db, back);
    const fields = plainFields(back);
    const before = Object.fromEntries(Object.keys(after).map((field) => [field, fields[field] ?? null]));
    await commit([patch(1, before, after)]);
    expect(await stands(1)).toMatchObject({ ...after, refund: false });
    await expectRightTotals();
  });

  it('[S78c] is not made of a row that is split meanwhile', async () => {
    await syncedTransaction(db, transactionRow(1, { type: 'income', amount: 300, category: 'Split', lines }));
    const before = { amount: 300, type: 'income', refund: false };
    await commit([patch(1, before, { ...before, refund: true })]);
    expect(await stands(1)).toMatchObject({ refund: false, lines });
  });

  it('comes back when the edit that ended it is cancelled', async () => {
    await syncedTransaction(db, back);
    const id = await commit([patch(1, { amount: 300, type: 'income' }, { amount: 300, type: 'expense' })]);
    expect(await cancelEntry(db, id)).toBe(true);
    expect(await stands(1)).toMatchObject({ type: 'income', refund: true });
    await expectRightTotals();
  });
});

describe('a rename', () => {
  beforeEach(() => db.categories.bulkPut([categoryRow(901), categoryRow(902, { type: 'income' })]));

  it('[S78d] of an expense category reaches the money back in it, and not the income of that name', async () => {
    await syncedTransaction(db, back);
    await syncedTransaction(db, transactionRow(2, { type: 'income' }));
    await syncedTransaction(db, transactionRow(3));
    await commit([rename('Food', 'Meals')]);
    const names = await Promise.all([1, 2, 3].map(async (number) => (await stands(number))?.category));
    expect(names).toEqual(['Meals', 'Food', 'Meals']);
    const [month] = await readTotals(db, SCOPE);
    expect(month?.lines.map(({ type, refund, category }) => [type, refund, category])).toEqual([
      ['income', true, 'Meals'],
      ['income', false, 'Food'],
      ['expense', false, 'Meals'],
    ]);
    await expectRightTotals();
  });

  it('[S78d] of an income category reaches what is paid back in it, and not the money back of that name', async () => {
    await syncedTransaction(db, back);
    await syncedTransaction(db, transactionRow(2, { type: 'expense', refund: true }));
    await commit([rename('Food', 'Catering', 'income')]);
    expect(await stands(1)).toMatchObject({ category: 'Food' });
    expect(await stands(2)).toMatchObject({ category: 'Catering' });
  });

  it('[S78d] stays with the name that a row showed when it becomes a refund, and means it from then on', async () => {
    await syncedTransaction(db, transactionRow(1, { type: 'income', amount: 300 }));
    await commit([rename('Food', 'Catering', 'income')]);
    const before = { amount: 300, type: 'income', refund: false };
    await commit([patch(1, before, { ...before, refund: true })]);
    expect(await stands(1)).toMatchObject({ category: 'Catering', refund: true });
    await commit([rename('Catering', 'Wages', 'income')]);
    expect(await stands(1)).toMatchObject({ category: 'Catering' });
    await commit([rename('Catering', 'Canteen')]);
    expect(await stands(1)).toMatchObject({ category: 'Canteen' });
    await expectRightTotals();
  });

  it('[S78d] means no name that was given to a refund after it', async () => {
    await commit([rename('Food', 'Meals')]);
    await commit([insertTransaction(back)]);
    expect(await stands(1)).toMatchObject({ category: 'Food' });
    expect(await stands(1)).not.toHaveProperty('namedAfter');
  });
});
