import { describe, expect, it } from 'vitest';
import type { SumLine } from '../money/totals.ts';
import { accessShortId, budgetProgress, checkBudget, covers, shortId } from './budgets.ts';

const food = { id: 'food-budget', accountId: 'home', categoryName: 'Food', categoryType: 'expense' } as const;
const all = { id: 'all-budget', accountId: 'home', categoryName: null, categoryType: null };
const bought = {
  accountId: 'home',
  type: 'expense',
  refund: false,
  category: 'Food',
  budgetId: null,
  nature: 'regular',
} as const;

describe('a budget covers', () => {
  it('the transactions of its account and its category, and no others', () => {
    expect(covers(food, bought)).toBe(true);
    expect(covers(food, { ...bought, category: 'Rent' })).toBe(false);
    expect(covers(food, { ...bought, accountId: 'office' })).toBe(false);
  });

  it('every transaction of its account when it has no category', () => {
    expect(covers(all, { ...bought, category: 'Rent' })).toBe(true);
    expect(covers(all, { ...bought, accountId: 'office' })).toBe(false);
  });

  it('[S78e] what is in the category of its name and type, with the refunds, and nothing else of that name', () => {
    const gifts = { ...food, categoryName: 'Gifts' };
    const given = { ...bought, category: 'Gifts' };
    const received = { ...given, type: 'income' } as const;
    expect(covers(gifts, given)).toBe(true);
    expect(covers(gifts, received)).toBe(false);
    expect(covers(gifts, { ...received, refund: true })).toBe(true);
    expect(covers(gifts, { ...given, refund: true })).toBe(false);
    const ofIncome = { ...gifts, categoryType: 'income' } as const;
    expect([given, received, { ...given, refund: true }].map((one) => covers(ofIncome, one))).toEqual([
      false,
      true,
      true,
    ]);
    expect(covers(all, { ...received, refund: true })).toBe(true);
  });

  it('every contribution to it, whatever its category', () => {
    expect(covers(food, { ...bought, category: 'Uncategorized', budgetId: 'food-budget' })).toBe(true);
  });

  it('[S64c] no opening balance, transfer or adjustment, whatever its category', () => {
    for (const nature of ['opening', 'transfer', 'adjustment'] as const) {
      expect(covers(food, { ...bought, nature })).toBe(false);
      expect(covers(all, { ...bought, nature })).toBe(false);
    }
  });

  it('nothing of another account, where a contribution may name a deleted budget of the same id', () => {
    expect(covers(food, { ...bought, accountId: 'office', budgetId: 'food-budget' })).toBe(false);
  });
});

describe('the progress of a budget', () => {
  const line = (over: Partial<SumLine>): SumLine => ({
    nature: 'regular',
    type: 'expense',
    refund: false,
    category: 'Food',
    budgetId: null,
    cents: 0,
    count: 1,
    lines: 1,
    ...over,
  });
  const spending = (cents: number) => budgetProgress({ ...food, amount: 10_000 }, [line({ cents })], '2026-03-30');

  it('counts covered expenses as spent and shows income in the balance only', () => {
    const lines = [
      line({ cents: 3_000 }),
      line({ cents: 1_000, budgetId: 'food-budget', category: 'Uncategorized' }),
      line({ cents: 9_999, category: 'Rent' }),
      line({ cents: 5_000, type: 'income', budgetId: 'food-budget' }),
    ];
    expect(budgetProgress({ ...food, amount: 10_000 }, lines, '2026-03-30')).toEqual({
      spent: 4_000,
      remaining: 6_000,
      percent: 40,
      level: 'within',
      balance: 1_000,
      daysLeft: 2,
    });
  });

  it('has spent less when money came back, and nothing less for income of the same name', () => {
    const lines = [
      line({ cents: 3_000 }),
      line({ cents: 1_000, type: 'income', refund: true }),
      line({ cents: 9_999, type: 'income' }),
    ];
    expect(budgetProgress({ ...food, amount: 10_000 }, lines, '2026-03-30')).toMatchObject({
      spent: 2_000,
      remaining: 8_000,
      percent: 20,
      balance: -2_000,
    });
  });

  it('has all of its amount and more when more came back than was spent', () => {
    const progress = budgetProgress(
      { ...food, amount: 10_000 },
      [line({ cents: 1_500, type: 'income', refund: true })],
      '2026-03-30',
    );
    expect(progress).toMatchObject({ spent: -1_500, remaining: 11_500, level: 'within', balance: 1_500 });
  });

  it('warns at exactly 80 and 100 percent', () => {
    expect(spending(7_999)).toMatchObject({ percent: 79, level: 'within' });
    expect(spending(8_000)).toMatchObject({ percent: 80, level: 'near' });
    expect(spending(9_999)).toMatchObject({ percent: 99, level: 'near' });
    expect(spending(10_000)).toMatchObject({ percent: 100, level: 'over', remaining: 0 });
    expect(spending(12_500)).toMatchObject({ percent: 125, level: 'over', remaining: -2_500 });
  });
});

describe('the short ids of a budget', () => {
  const id = 'abcdef12-3456-4000-8000-00000000000f';

  it('are the first seven characters; Manage Access shows the first six and the last', () => {
    expect(shortId(id)).toBe('ABCDEF1');
    expect(accessShortId(id)).toBe('ABCDEFF');
  });
});

describe('a budget as entered', () => {
  it('needs a name and an amount above zero; both fields show their error at once', () => {
    expect(checkBudget({ name: ' ', amount: '0' })).toEqual({
      ok: false,
      errors: { name: 'empty', amount: 'not_positive' },
    });
  });

  it('keeps its amount in cents', () => {
    expect(checkBudget({ name: 'Food', amount: '250.50', description: ' ' })).toEqual({
      ok: true,
      fields: { name: 'Food', amount: 25_050, description: null },
    });
  });
});
