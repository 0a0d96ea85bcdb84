import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALL_CATEGORIES } from '#domain/books/categories';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, categoryRow, idOf, OTHER_ACCOUNT } from '../../database/rows.fixture.ts';
import { createBudget } from './budget-create.ts';
import { deleteBudget } from './budget-delete.ts';
import { updateBudget } from './budget-update.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date(2026, 2, 10, 12);

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow(), accountRow({ id: OTHER_ACCOUNT, createdAt: '2026-02-01T00:00:00.000Z' })]);
  await db.categories.put(categoryRow(1));
});
afterEach(() => db.delete());

const created = async (over: { accountId?: string; categoryId?: string } = {}) => {
  const made = await createBudget(db, actor, { name: 'Meals', amount: '250', categoryId: idOf(1), ...over }, now);
  if (!made.ok) throw new Error(`refused: ${JSON.stringify(made.errors)}`);
  const budget = await db.budgets.get(made.id);
  if (!budget) throw new Error('the budget is not there');
  return budget;
};

describe('budget.create', () => {
  it('makes a monthly budget in dollars from today, in the default account', async () => {
    const budget = await created();
    expect(budget).toMatchObject({
      name: 'Meals',
      amount: 25_000,
      accountId: ACCOUNT,
      categoryId: idOf(1),
      currencyCode: 'USD',
      periodType: 'monthly',
      startDate: '2026-03-10',
      shortId: budget.id.slice(0, 7).toUpperCase(),
    });
  });

  it('copies the category into the budget’s account when only the default account has it, once', async () => {
    const budget = await created({ accountId: OTHER_ACCOUNT });
    const category = await db.categories.get(budget.categoryId ?? '');
    expect(category).toMatchObject({ accountId: OTHER_ACCOUNT, name: 'Food', type: 'expense' });
    expect((await created({ accountId: OTHER_ACCOUNT })).categoryId).toBe(category?.id);
    expect(await db.categories.count()).toBe(2);
  });

  it('covers all categories when none is chosen', async () => {
    expect((await created({ categoryId: ALL_CATEGORIES })).categoryId).toBeNull();
  });

  it('makes the default account, too, for a user without one', async () => {
    await db.accounts.clear();
    const budget = await created({ categoryId: ALL_CATEGORIES });
    expect(await db.accounts.get(budget.accountId)).toMatchObject({ name: 'Personal' });
    expect(await db.outbox.count()).toBe(1);
  });

  it('is refused without name and amount, with a category that is gone, and without the right', async () => {
    const input = { name: 'Meals', amount: '1', categoryId: ALL_CATEGORIES };
    expect(await createBudget(db, actor, { ...input, name: '', amount: '' }, now)).toEqual({
      ok: false,
      errors: { name: 'empty', amount: 'empty' },
    });
    expect(await createBudget(db, actor, { ...input, categoryId: idOf(404) }, now)).toEqual({
      ok: false,
      errors: { categoryId: 'not_found' },
    });
    await db.accounts.put(accountRow({ id: OTHER_ACCOUNT, ownerId: idOf(9) }));
    expect(await createBudget(db, actor, { ...input, accountId: OTHER_ACCOUNT }, now)).toEqual({
      ok: false,
      errors: { accountId: 'forbidden' },
    });
    expect(await db.outbox.count()).toBe(0);
  });
});

describe('budget.update', () => {
  it('sends only what changed', async () => {
    const budget = await created();
    await db.outbox.clear();
    await updateBudget(db, actor, { budget, amount: '300', categoryId: ALL_CATEGORIES }, now);
    expect(await db.budgets.get(budget.id)).toMatchObject({ name: 'Meals', amount: 30_000, categoryId: null });
    expect((await db.outbox.toArray())[0]?.operations).toMatchObject([
      { before: { amount: 25_000, categoryId: idOf(1) }, after: { amount: 30_000, categoryId: null } },
    ]);
  });

  it('queues nothing when nothing changed, and is refused without an amount', async () => {
    const budget = await created();
    expect(await updateBudget(db, actor, { budget, name: 'Meals' }, now)).toEqual({ ok: true, mutationId: null });
    expect(await updateBudget(db, actor, { budget, amount: '0' }, now)).toEqual({
      ok: false,
      errors: { amount: 'not_positive' },
    });
  });
});

describe('budget.delete', () => {
  it('deletes it, once', async () => {
    const { id } = await created();
    expect(await deleteBudget(db, actor, { id }, now)).toMatchObject({ ok: true });
    expect(await db.budgets.count()).toBe(0);
    expect(await deleteBudget(db, actor, { id }, now)).toEqual({ ok: false, errors: { form: 'not_found' } });
  });
});
