import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readActions, readUndone } from '../../actions/actions.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  budgetRow,
  categoryRow,
  idOf,
  OTHER_ACCOUNT,
  transactionRow,
} from '../../database/rows.fixture.ts';
import { readTotals, writeMonths } from '../../ledger/ledger.ts';
import { readScope } from '../../ledger/many-pages.ts';
import { settle } from '../../local/settle.ts';
import { mergeEffects } from '../../queries/categories/merge-effects.ts';
import { addTransaction } from '../transactions/transaction-add.ts';
import { updateTransaction } from '../transactions/transaction-update.ts';
import { redoAction } from '../undo/action-redo.ts';
import { undoAction } from '../undo/action-undo.ts';
import { mergeCategories } from './category-merge.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00.000Z');
const SHARED = idOf(77);
const [DINING, FOOD, SALARY, THEIRS] = [idOf(21), idOf(22), idOf(23), idOf(24)];
const LINES = ['Dining', 'Food', 'Fun'].map((category, at) => ({ id: idOf(40 + at), category, cents: 100, note: '' }));

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([
    accountRow(),
    accountRow({ id: OTHER_ACCOUNT, createdAt: '2026-02-01T00:00:00.000Z' }),
    accountRow({ id: SHARED, ownerId: idOf(9), createdAt: '2020-01-01T00:00:00.000Z' }),
  ]);
  await db.categories.bulkPut([
    categoryRow(21, { name: 'Dining' }),
    categoryRow(22),
    categoryRow(23, { name: 'Salary', type: 'income' }),
    categoryRow(24, { name: 'Theirs', accountId: SHARED }),
  ]);
  await db.budgets.bulkPut([budgetRow(31, { categoryId: DINING }), budgetRow(32, { categoryId: FOOD })]);
  await writeMonths(db, `account:${ACCOUNT}`, [
    transactionRow(1, { category: 'Dining' }),
    transactionRow(2, { category: 'Food', date: '2026-01-05' }),
    transactionRow(3, { category: 'Split', amount: 300, lines: LINES }),
    transactionRow(4, { category: 'Dining', type: 'income' }),
    transactionRow(5, { category: 'Dining', type: 'income', refund: true, date: '2026-01-07' }),
  ]);
});
afterEach(() => db.delete());

const merge = (id = DINING, into = FOOD) => mergeCategories(db, actor, { id, into }, now);
const rows = async () => (await readScope(db, `account:${ACCOUNT}`)).flatMap((page) => page.rows);

/** The categories of each transaction, by its number. */
async function names(): Promise<Record<number, string | string[]>> {
  const all = await rows();
  return Object.fromEntries(
    [1, 2, 3, 4, 5].map((number) => {
      const row = all.find(({ id }) => id === transactionRow(number).id);
      return [number, row?.lines?.map(({ category }) => category) ?? row?.category ?? 'none'];
    }),
  );
}

/** Each name of the totals with its cents, as the user sees it. */
async function totals(): Promise<string[]> {
  const lines = (await readTotals(db, `account:${ACCOUNT}`)).flatMap((month) => month.lines);
  return lines.map(({ category, type, cents }) => `${category} ${type} ${cents}`).sort();
}

async function undoLast() {
  const [action] = readActions(db);
  return undoAction(db, actor, { id: action?.id ?? '' }, now);
}

async function redoLast() {
  const [undone] = readUndone(db);
  return redoAction(db, actor, { id: undone?.action.id ?? '' }, now);
}

const BEFORE = { 1: 'Dining', 2: 'Food', 3: ['Dining', 'Food', 'Fun'], 4: 'Dining', 5: 'Dining' };
const AFTER = { 1: 'Food', 2: 'Food', 3: ['Food', 'Food', 'Fun'], 4: 'Dining', 5: 'Food' };

async function whatIsThere() {
  const [categories, budgets] = [await db.categories.toArray(), await db.budgets.toArray()];
  return {
    names: await names(),
    totals: await totals(),
    categories: categories.map(({ id, name }) => `${id} ${name}`).sort(),
    budgets: budgets.map(({ id, categoryId }) => `${id} ${categoryId}`).sort(),
  };
}

describe('category.merge', () => {
  it('[S79a, S79b] gives rows, lines and refunds the other name, and budgets the other category', async () => {
    expect(await merge()).toMatchObject({ ok: true });
    expect(await names()).toEqual(AFTER);
    expect(await db.categories.get(DINING)).toBeUndefined();
    expect(await db.budgets.get(idOf(31))).toMatchObject({ categoryId: FOOD });
    const lines = (await readTotals(db, `account:${ACCOUNT}`)).flatMap((month) => month.lines);
    expect(lines.filter(({ category }) => category === 'Dining')).toMatchObject([{ type: 'income', refund: false }]);
  });

  it('[S48e] is one mutation for each of the user’s accounts, and one action', async () => {
    await merge();
    const entries = await db.outbox.toArray();
    expect(entries.map(({ renamesIn }) => renamesIn)).toEqual([[ACCOUNT], [OTHER_ACCOUNT]]);
    expect(new Set(entries.map(({ action }) => action)).size).toBe(1);
    expect(readActions(db)).toHaveLength(1);
  });

  it('is refused for another type, for itself, for what is not there, and in somebody else’s account', async () => {
    const unsuitable = { ok: false, errors: { into: 'unsuitable' } };
    expect(await merge(DINING, SALARY)).toEqual(unsuitable);
    expect(await merge(DINING, DINING)).toEqual(unsuitable);
    expect(await merge(DINING, idOf(99))).toEqual({ ok: false, errors: { form: 'not_found' } });
    expect(await merge(THEIRS, FOOD)).toEqual({ ok: false, errors: { form: 'forbidden' } });
    expect(await db.outbox.count()).toBe(0);
  });

  it('[S73a, S73b] what was chosen under the old name is saved under the other one', async () => {
    await merge();
    const entry = {
      accountId: ACCOUNT,
      type: 'expense',
      amount: '1',
      date: '2026-03-05',
      description: 'Soup',
    } as const;
    await addTransaction(db, actor, { ...entry, category: 'Dining', categoryId: DINING }, now);
    await addTransaction(db, actor, { ...entry, category: 'Dining' }, now);
    const soups = (await rows()).filter(({ description }) => description === 'Soup');
    expect(soups.map(({ category }) => category)).toEqual(['Food', 'Food']);
  });

  it('tells before it how many rows, which budgets, and who sees more', async () => {
    const member = { id: idOf(51), version: 1, accountId: ACCOUNT, target: 'budget' as const, role: 'viewer' as const };
    const person = { userId: idOf(8), email: 'ben@example.com', name: 'Ben', createdAt: now.toISOString() };
    await db.memberships.put({ ...member, ...person, budgetId: idOf(32) });
    const [from, into] = await db.categories.bulkGet([DINING, FOOD]);
    if (!from || !into) throw new Error('no category');
    expect(await mergeEffects(db, from, into)).toEqual({
      count: 3,
      budgets: ['Budget 31'],
      viewers: [{ email: 'ben@example.com', budget: 'Budget 32' }],
    });
  });
});

describe('the undo of a merge', () => {
  it('[S67f] takes it out of the outbox where it was never sent', async () => {
    const before = await whatIsThere();
    await merge();
    expect(await undoLast()).toEqual({ ok: true, left: 0 });
    expect(await db.outbox.count()).toBe(0);
    expect(await whatIsThere()).toEqual(before);
  });

  it('[S79d, S63a] gives back what it took where no server does, and no other row', async () => {
    const before = await whatIsThere();
    await merge();
    await settle(db, now);
    expect(await names()).toEqual(AFTER);
    expect(await undoLast()).toEqual({ ok: true, left: 0 });
    await settle(db, now);
    expect(await names()).toEqual(BEFORE);
    expect(await whatIsThere()).toEqual(before);
  });

  it('[S79d] gives back what it took while both wait, and a redo merges again', async () => {
    const before = await whatIsThere();
    await merge();
    const after = await whatIsThere();
    await db.outbox.toCollection().modify({ state: 'in_flight', attempts: 1 });
    expect(await undoLast()).toEqual({ ok: true, left: 0 });
    expect(await whatIsThere()).toEqual(before);
    await db.outbox.toCollection().modify({ attempts: 1 });
    expect(await redoLast()).toMatchObject({ ok: true });
    expect(await whatIsThere()).toEqual(after);
  });

  it('[S67g] leaves a row to which its user gave another category since', async () => {
    await merge();
    await settle(db, now);
    const row = (await rows()).find(({ id }) => id === transactionRow(1).id);
    if (!row) throw new Error('no row');
    await updateTransaction(db, actor, { row, category: 'Fun' }, now);
    await settle(db, now);
    const merged = readActions(db)[1];
    await undoAction(db, actor, { id: merged?.id ?? '' }, now);
    expect(await names()).toEqual({ ...BEFORE, 1: 'Fun' });
  });

  it('is refused where the name has another category by now', async () => {
    await merge();
    await settle(db, now);
    await db.categories.bulkPut([
      categoryRow(60, { name: 'Dining' }),
      categoryRow(61, { name: 'Dining', accountId: OTHER_ACCOUNT }),
    ]);
    expect(await undoLast()).toEqual({ ok: false, errors: { form: 'changed' } });
  });
});
