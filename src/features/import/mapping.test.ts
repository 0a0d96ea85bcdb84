import { expect, it } from 'vitest';
import type { Mapping } from '../../import/csv/mapping.ts';
import { mappedAs, roleOf } from './mapping.ts';

const mapping: Mapping = { columns: { date: 0, text: 1, amount: 2 }, dateOrder: 'day-first', decimalSign: ',' };

it('a role has one column and a column one role', () => {
  const moved = mappedAs(mapping, 3, 'text');
  expect(moved).toEqual({ ...mapping, columns: { date: 0, text: 3, amount: 2 }, chosen: true });
  expect(roleOf(moved, 1)).toBeNull();
  expect(mappedAs(mapping, 1, 'payee').columns).toEqual({ date: 0, payee: 1, amount: 2 });
  expect(mappedAs(mapping, 1, null).columns).toEqual({ date: 0, amount: 2 });
});

it('what is known of the dates and amounts goes with their column', () => {
  expect(mappedAs(mapping, 3, 'date')).toEqual({
    columns: { date: 3, text: 1, amount: 2 },
    chosen: true,
    decimalSign: ',',
  });
  const debit = mappedAs(mapping, 3, 'debit');
  expect(debit).toEqual({ columns: { date: 0, text: 1, debit: 3 }, chosen: true, dateOrder: 'day-first' });
  expect(mappedAs(debit, 2, 'amount').columns).toEqual({ date: 0, text: 1, amount: 2 });
});
