import { expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { placesBetween } from './account-order.ts';
import { byPosition } from './accounts.ts';

interface Row {
  id: string;
  createdAt: string;
  position?: number | null;
}

const row = (id: string, position?: number | null): Row => ({
  id,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...(position !== undefined && { position }),
});

/** The ids in their order after the account was put there; null when that is not allowed. */
function after(rows: Row[], id: string, index: number, mayPlace: (row: Row) => boolean = () => true): string | null {
  const places = placesBetween([...rows].sort(byPosition), id, index, mayPlace);
  if (!places) return null;
  const placed = rows.map((one) => ({ ...one, position: places.get(one.id) ?? one.position ?? null }));
  return placed
    .sort(byPosition)
    .map((one) => one.id)
    .join('');
}

it('orders by position, and those without one behind them by age', () => {
  const old = { ...row('o'), createdAt: '2020-01-01T00:00:00.000Z' };
  const rows = [row('n', null), row('b', 2), old, row('a', -1)];
  expect(rows.sort(byPosition).map(({ id }) => id)).toEqual(['a', 'b', 'o', 'n']);
});

it('gives a position to the moved account only, where its neighbours leave room', () => {
  const rows = [row('a', 1), row('b', 2), row('c', 3), row('d')];
  expect(placesBetween(rows, 'c', 1, () => true)).toEqual(new Map([['c', 1.5]]));
  expect(placesBetween(rows, 'b', 0, () => true)).toEqual(new Map([['b', 0]]));
  expect(placesBetween(rows, 'd', 2, () => true)).toEqual(new Map([['d', 2.5]]));
});

it('gives positions to those before it that have none', () => {
  const rows = [row('a'), row('b'), row('c')];
  expect(placesBetween(rows, 'c', 1, () => true)).toEqual(
    new Map([
      ['a', 1],
      ['c', 2],
    ]),
  );
});

it('numbers the list anew where two positions leave no room between them', () => {
  expect(after([row('a', 1), row('b', 1), row('c', 2)], 'c', 1)).toBe('acb');
  expect(after([row('a', 1), row('b', 1 + Number.EPSILON), row('c')], 'c', 1)).toBe('acb');
});

it('refuses where an account would have to change that the user may not place', () => {
  const rows = [row('a'), row('b'), row('c')];
  expect(after(rows, 'c', 1, ({ id }) => id !== 'a')).toBeNull();
  expect(after(rows, 'c', 0, ({ id }) => id !== 'a')).toBe('cab');
});

it('does nothing for an account that stands there, and refuses a place outside of the list', () => {
  const rows = [row('a'), row('b')];
  expect(placesBetween(rows, 'a', 0, () => false)).toEqual(new Map());
  for (const [id, index] of [
    ['a', -1],
    ['a', 2],
    ['x', 0],
  ] as const) {
    expect(placesBetween(rows, id, index, () => true)).toBeNull();
  }
});

it('puts any account of any list wherever it is wanted', () => {
  const position = fc.option(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -1e15, max: 1e15 })));
  const case_ = fc.tuple(fc.array(position, { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat());
  fc.assert(
    fc.property(case_, ([positions, from, to]) => {
      const rows = positions.map((one, n) => row(String(n), one)).sort(byPosition);
      const moved = rows[from % rows.length];
      const others = rows.filter((one) => one !== moved).map(({ id }) => id);
      const wanted = others.toSpliced(to % rows.length, 0, moved?.id ?? '');
      expect(after(rows, moved?.id ?? '', to % rows.length)).toBe(wanted.join(''));
    }),
  );
});
