import { describe, expect, it } from 'vitest';
import { monthOf } from '#domain/dates/dates';
import type { TransactionRow } from '#domain/rows';
import type { Order } from '#domain/transactions/transactions';
import fc from '../../../tests/support/random.ts';
import { transactionRow } from '../database/rows.fixture.ts';
import { compareRows } from '../ledger/ledger.ts';
import { TransactionIndex } from './transaction-index.ts';

const NEWEST: Order = { column: 'date', direction: 'descending' };
const today = '2026-11-28';
const whole = { today, offset: 0, limit: 1_000 };

/** The rows in pages of at most `size`, as the ledger keeps them. */
function pagesOf(rows: TransactionRow[], size = 3) {
  const months = Map.groupBy(rows.toSorted(compareRows), (row) => monthOf(row.date));
  return [...months].flatMap(([month, ofMonth]) =>
    Array.from({ length: Math.ceil(ofMonth.length / size) }, (_, part) => {
      return { month, part, rows: ofMonth.slice(part * size, (part + 1) * size) };
    }),
  );
}

function indexOf(rows: TransactionRow[]): TransactionIndex {
  const index = new TransactionIndex();
  index.setPages(pagesOf(rows));
  return index;
}

const descriptions = (index: TransactionIndex, order: Order, text = '') =>
  index.window({ text, order, ...whole }).rows.map((row) => row.description);

describe('the index', () => {
  const rows = [
    transactionRow(1, { date: '2026-03-05', description: 'Rent', category: 'Housing', amount: 90_000 }),
    transactionRow(2, { date: '2026-01-31', description: 'apple 10', category: 'Food', amount: 300 }),
    transactionRow(3, { date: '2026-03-06', description: 'Apple 9', category: 'food', amount: 300 }),
    transactionRow(4, { date: '2026-02-01', description: 'Salary', category: 'Work', type: 'income', amount: 500 }),
  ];
  const index = indexOf(rows);

  it('lists newest first over all pages', () => {
    expect(descriptions(index, NEWEST)).toEqual(['Apple 9', 'Rent', 'Salary', 'apple 10']);
    expect(descriptions(index, { column: 'date', direction: 'ascending' })).toEqual([
      'apple 10',
      'Salary',
      'Rent',
      'Apple 9',
    ]);
  });

  it('sorts text as people read it, whatever the case, and numbers in it by value', () => {
    expect(descriptions(index, { column: 'description', direction: 'ascending' })).toEqual([
      'Apple 9',
      'apple 10',
      'Rent',
      'Salary',
    ]);
  });

  it('puts newer rows first among equals in both directions', () => {
    const food = (direction: Order['direction']) => descriptions(index, { column: 'category', direction }, 'food');
    expect(food('ascending')).toEqual(['Apple 9', 'apple 10']);
    expect(food('descending')).toEqual(['Apple 9', 'apple 10']);
  });

  it('sorts amounts as lists show them, expenses below zero', () => {
    expect(descriptions(index, { column: 'amount', direction: 'ascending' })).toEqual([
      'Rent',
      'Apple 9',
      'apple 10',
      'Salary',
    ]);
  });

  it('finds text in description or category, whatever the case', () => {
    expect(descriptions(index, NEWEST, ' RENT ')).toEqual(['Rent']);
    expect(descriptions(index, NEWEST, 'hous')).toEqual(['Rent']);
    expect(descriptions(index, NEWEST, 'nothing like it')).toEqual([]);
  });

  it('finds what the text and every token say, and adds it up', () => {
    const found = (text: string) => {
      const { sum, rows } = index.window({ text, order: NEWEST, ...whole });
      return [sum, ...rows.map(({ description }) => description)];
    };
    expect(found('apple category:food')).toEqual([-600, 'Apple 9', 'apple 10']);
    expect(found('apple 2026-01')).toEqual([-300, 'apple 10']);
    expect(found('>4')).toEqual([-89_500, 'Rent', 'Salary']);
    expect(found('>4 2026-03')).toEqual([-90_000, 'Rent']);
    expect(found('">4"')).toEqual([0]);
  });

  it('finds again with a shorter text after a longer one', () => {
    expect(descriptions(index, NEWEST, 'apple 1')).toEqual(['apple 10']);
    expect(descriptions(index, NEWEST, 'apple')).toEqual(['Apple 9', 'apple 10']);
    expect(descriptions(index, NEWEST, '')).toHaveLength(4);
  });

  it('answers with a window and the number of all that is found', () => {
    const window = index.window({ text: '', today, order: NEWEST, offset: 1, limit: 2 });
    expect(window.total).toBe(4);
    expect(window.rows.map((row) => row.description)).toEqual(['Rent', 'Salary']);
    expect(index.window({ text: '', today, order: NEWEST, offset: 9, limit: 2 })).toEqual({
      total: 4,
      sum: -90_100,
      rows: [],
    });
  });
});

describe('a changed page', () => {
  it('replaces what was known of it, in the current filter and order', () => {
    const order: Order = { column: 'description', direction: 'ascending' };
    const rows = Array.from({ length: 40 }, (_, i) =>
      transactionRow(i, { description: `row ${i}`, date: '2026-01-01' }),
    );
    const index = indexOf(rows);
    expect(descriptions(index, order, '"row 3"')).toHaveLength(11);
    const edited = { ...rows[0], ...transactionRow(0, { description: 'row 35b' }) };
    index.setPages([{ month: '2026-01', part: 0, rows: [edited] }]);
    expect(descriptions(index, order, 'row 35')).toEqual(['row 35', 'row 35b']);
    index.setPages([{ month: '2026-01', part: 0 }]);
    expect(descriptions(index, order, 'row 35')).toEqual(['row 35']);
  });

  it('gives the same as a new index of all rows', () => {
    const row = fc
      .record({
        day: fc.integer({ min: 1, max: 28 }),
        month: fc.constantFrom('2025-12', '2026-01', '2026-02'),
        description: fc.constantFrom('Rent', 'rent', 'Coffee', 'Ärger', 'Zoo 2', 'Zoo 10'),
        category: fc.constantFrom('Food', 'Other'),
        type: fc.constantFrom('income', 'expense'),
        amount: fc.integer({ min: 1, max: 5 }),
      })
      .map(({ day, month, ...fields }) => ({ ...fields, date: `${month}-${day.toString().padStart(2, '0')}` }));
    const order = fc.record({
      column: fc.constantFrom('date', 'description', 'category', 'type', 'amount'),
      direction: fc.constantFrom('ascending', 'descending'),
    });
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 120 }),
        fc.array(fc.record({ at: fc.nat(), row: fc.option(row) }), { maxLength: 5 }),
        fc.array(order, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', 'r', 'zoo', 'food', 'zoo >2', '2026-01 <4 category:food', 'z -10', '4', 'coffee 3'),
        (first, changes, orders, text) => {
          const rows = first.map((fields, i) => transactionRow(i, fields));
          const index = indexOf(rows);
          for (const one of orders) index.window({ text, order: one, ...whole });
          for (const [nth, change] of changes.entries()) {
            const before = pagesOf(rows);
            if (rows.length > 0) rows.splice(change.at % rows.length, 1);
            if (change.row) rows.push(transactionRow(1_000 + change.at, change.row));
            const after = pagesOf(rows);
            const gone = before.filter(
              (page) => !after.some(({ month, part }) => month === page.month && part === page.part),
            );
            index.setPages([...after, ...gone.map(({ month, part }) => ({ month, part }))]);
            const by = orders[nth % orders.length] ?? NEWEST;
            const afresh = indexOf(rows).window({ text, order: by, ...whole });
            expect(index.window({ text, order: by, ...whole })).toEqual(afresh);
          }
        },
      ),
    );
  });
});
