import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CategoryRow, type TransactionType } from '../rows.ts';
import { checkCategoryName, distinctCategories, findCategory, offeredCategories } from './categories.ts';
import { builtInCategories, categoryId } from './new-categories.ts';

const HERE = '00000000-0000-4000-8000-0000000000a1';
const DEFAULT = '00000000-0000-4000-8000-0000000000a2';
const ELSEWHERE = '00000000-0000-4000-8000-0000000000a3';
const createdAt = '2026-01-01T00:00:00.000Z';

const category = (accountId: string, name: string, type: TransactionType = 'expense'): CategoryRow => ({
  id: categoryId(accountId, type, name),
  version: 0,
  createdAt,
  accountId,
  group: null,
  archived: false,
  name,
  type,
});

describe('the built-in categories', () => {
  it('are eight for expenses and five for income: valid rows, whose ids depend on the account alone', () => {
    const made = builtInCategories(HERE, createdAt);
    expect(made.filter((one) => one.type === 'expense')).toHaveLength(8);
    expect(made.filter((one) => one.type === 'income')).toHaveLength(5);
    for (const row of made) expect(v.is(CategoryRow, { ...row, version: 0 })).toBe(true);
    expect(builtInCategories(HERE, createdAt)).toEqual(made);
    expect(new Set([...made, ...builtInCategories(DEFAULT, createdAt)].map((one) => one.id)).size).toBe(26);
  });
});

describe('what is offered in an account', () => {
  it('is its own categories and those of the default account, each name once, and none of other accounts', () => {
    const own = category(HERE, 'Groceries');
    const rows = [category(DEFAULT, 'groceries'), own, category(DEFAULT, 'Rent'), category(ELSEWHERE, 'Boat')];
    const offered = offeredCategories(rows, HERE, DEFAULT);
    expect(offered.map((one) => one.name)).toEqual(['Groceries', 'Rent']);
    expect(offered[0]).toBe(own);
  });

  it('has a name twice if it stands for both types', () => {
    expect(distinctCategories([category(HERE, 'Gifts'), category(HERE, 'Gifts', 'income')])).toHaveLength(2);
  });

  it('is ordered by type, then by name as people order names', () => {
    const names = ['été', 'Zoo', 'apple', 'Éclair'].map((name) => category(HERE, name));
    const ordered = distinctCategories([category(HERE, 'Aaa', 'income'), ...names]);
    expect(ordered.map((one) => one.name)).toEqual(['apple', 'Éclair', 'été', 'Zoo', 'Aaa']);
  });
});

describe('a category’s name', () => {
  it('is trimmed and may not be blank', () => {
    expect(checkCategoryName('  Food ')).toEqual({ ok: true, name: 'Food' });
    expect(checkCategoryName(' \t ')).toEqual({ ok: false, reason: 'empty' });
    expect(checkCategoryName('x'.repeat(201))).toEqual({ ok: false, reason: 'too_long' });
  });

  it('is found whatever its case, within its type', () => {
    const food = category(HERE, 'Food');
    expect(findCategory([food], 'expense', 'FOOD')).toBe(food);
    expect(findCategory([food], 'income', 'Food')).toBeUndefined();
  });
});
