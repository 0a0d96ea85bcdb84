import { expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { explanationOf, surplusOf } from './difference.ts';

const row = (cents: number) => ({
  type: cents > 0 ? ('income' as const) : ('expense' as const),
  amount: Math.abs(cents),
});
const rows = (...cents: number[]) => cents.map(row);
const sum = (some: readonly ReturnType<typeof row>[]) =>
  some.reduce((cents, { type, amount }) => cents + (type === 'income' ? amount : -amount), 0);

it('a single row explains the difference, and each other one with its amount may be meant instead', () => {
  const [first, , second] = rows(-900, -450, -900, 450);
  expect(explanationOf(-900, rows(-900, -450, -900, 450))).toEqual({ kind: 'one', rows: [first, second] });
});

it('two rows explain the difference, also an income and an expense, and two of the same amount', () => {
  expect(explanationOf(-150, rows(-200, 70, 50))).toEqual({ kind: 'two', rows: rows(-200, 50) });
  expect(explanationOf(-200, rows(-100, -70, -100))).toEqual({ kind: 'two', rows: rows(-100, -100) });
  expect(explanationOf(-200, rows(-100, -70))).toBeNull();
});

it('all rows together explain it', () => {
  expect(explanationOf(-6, rows(-1, -2, -3))).toEqual({ kind: 'all', rows: rows(-1, -2, -3) });
  expect(explanationOf(-5, rows(-1, -1, -1, -1))).toBeNull();
});

it('nothing explains no difference, and no rows explain nothing', () => {
  expect(explanationOf(0, rows(5, -5))).toBeNull();
  expect(explanationOf(5, [])).toBeNull();
});

it('a ticked row is too much where the difference is its opposite', () => {
  expect(surplusOf(1000, rows(-1000, 1000, -20, -1000))).toEqual(rows(-1000, -1000));
  expect(surplusOf(-5, rows(5, -5))).toEqual(rows(5));
  expect(surplusOf(0, rows(5, -5))).toEqual([]);
});

it('finds what a search over all single rows, pairs and the whole finds', () => {
  const some = fc.array(fc.integer({ min: -9, max: 9 }).filter(Boolean), { maxLength: 7 });
  fc.assert(
    fc.property(some, fc.integer({ min: -20, max: 20 }).filter(Boolean), (cents, difference) => {
      const found = explanationOf(difference, rows(...cents));
      const pairs = cents.flatMap((one, at) => cents.slice(at + 1).map((other) => one + other));
      const total = cents.reduce((all, one) => all + one, 0);
      const isThere = [...cents, ...pairs, ...(cents.length > 2 ? [total] : [])].includes(difference);
      expect(found !== null).toBe(isThere);
      const meant = found?.kind === 'one' ? found.rows.slice(0, 1) : (found?.rows ?? []);
      expect(sum(meant)).toBe(isThere ? difference : 0);
    }),
  );
});
