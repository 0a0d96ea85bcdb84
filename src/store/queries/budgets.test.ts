import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BudgetRow } from '#domain/rows';
import { writeBudgetRoles } from '../database/budget-roles.ts';
import { type Database, openDatabase } from '../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  budgetRow,
  categoryRow,
  idOf,
  OTHER_ACCOUNT,
  transactionRow,
} from '../database/rows.fixture.ts';
import { writeMonths } from '../ledger/ledger.ts';
import { budgetsProgress, newestOfBudget } from './budget-state.ts';
import { listBudgets } from './budgets.ts';
import { isCategoryInUse } from './categories/budgeted-categories.ts';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow({ name: 'Household' }));
  await db.categories.put(categoryRow(20));
});
afterEach(() => db.delete());

const SCOPE = `account:${ACCOUNT}`;
const BUDGET = idOf(30);

const eatingBudget = (over: Partial<BudgetRow> = {}) =>
  budgetRow(30, { name: 'Eating', categoryId: idOf(20), ...over });

async function only() {
  const [view] = await listBudgets(db);
  if (!view) throw new Error('there is no budget');
  return view;
}

describe('the list of budgets', () => {
  it('has the newest first, with the names of account and category', async () => {
    await db.budgets.bulkPut([
      eatingBudget(),
      eatingBudget({ id: idOf(31), createdAt: '2026-02-01T00:00:00.000Z', categoryId: null }),
    ]);
    const named = (await listBudgets(db)).map(({ budget, accountName, categoryName }) => [
      budget.id,
      accountName,
      categoryName,
    ]);
    expect(named).toEqual([
      [idOf(31), 'Household', null],
      [BUDGET, 'Household', 'Food'],
    ]);
  });

  it('shows a category that this device does not know as Uncategorized', async () => {
    await db.budgets.put(eatingBudget({ categoryId: idOf(99) }));
    expect((await only()).categoryName).toBe('Uncategorized');
  });

  it('lets the owner of its account manage a budget', async () => {
    await db.budgets.put(eatingBudget());
    expect(await only()).toMatchObject({ mayManage: true, scope: SCOPE, access: { account: 'owner', budget: null } });
  });

  it('knows a budget that was shared without its account, with the user’s role in it', async () => {
    await db.accounts.clear();
    await db.budgets.put(eatingBudget());
    await writeBudgetRoles(db, [{ budgetId: BUDGET, role: 'admin' }]);
    expect(await only()).toMatchObject({
      accountName: null,
      mayManage: false,
      scope: `budget:${BUDGET}`,
      access: { account: null, budget: 'admin' },
    });
  });
});

it('a budget counts only the month of today, from totals', async () => {
  await db.budgets.put(eatingBudget());
  await writeMonths(db, SCOPE, [
    transactionRow(1, { date: '2026-03-31', amount: 900 }),
    transactionRow(2, { date: '2026-04-01', amount: 8_000 }),
    transactionRow(3, { date: '2026-04-01', amount: 5, category: 'Housing' }),
  ]);
  await db.transactions.clear();
  const progress = (await budgetsProgress(db, await listBudgets(db), '2026-04-30')).get(BUDGET);
  expect(progress).toMatchObject({ spent: 8_000, remaining: 2_000, percent: 80, level: 'near', daysLeft: 1 });
});

describe('the newest transactions of a budget', () => {
  beforeEach(async () => {
    await db.budgets.put(eatingBudget());
    await writeMonths(db, SCOPE, [
      transactionRow(1, { date: '2026-01-10' }),
      transactionRow(2, { date: '2026-02-10', category: 'Housing' }),
      transactionRow(3, { date: '2026-03-10' }),
      transactionRow(4, { date: '2026-03-11', category: 'Housing' }),
      transactionRow(5, { date: '2026-03-12', category: 'Gifts', budgetId: BUDGET }),
    ]);
  });
  const newest = async (limit: number) => (await newestOfBudget(db, await only(), limit)).map(({ id }) => id);

  it('are those of its category and contributions to it, newest first', async () => {
    expect(await newest(10)).toEqual([idOf(5), idOf(3), idOf(1)]);
  });

  it('are no more than asked for', async () => {
    expect(await newest(2)).toEqual([idOf(5), idOf(3)]);
  });
});

describe('a category is in use', () => {
  it('when a budget names it', async () => {
    await db.budgets.put(eatingBudget());
    expect(await isCategoryInUse(db, categoryRow(20))).toBe(true);
  });

  it('when a budget of another own account names one of the same name', async () => {
    await db.accounts.put(accountRow({ id: OTHER_ACCOUNT }));
    await db.categories.put(categoryRow(21, { accountId: OTHER_ACCOUNT }));
    await db.budgets.put(eatingBudget({ accountId: OTHER_ACCOUNT, categoryId: idOf(21) }));
    expect(await isCategoryInUse(db, categoryRow(20))).toBe(true);
  });

  it('not when only one of another type has its name', async () => {
    await db.categories.put(categoryRow(21, { type: 'income' }));
    await db.budgets.put(eatingBudget({ categoryId: idOf(21) }));
    expect(await isCategoryInUse(db, categoryRow(20))).toBe(false);
  });
});
