import { expect, it } from 'vitest';
import type { Statement } from './statement.ts';
import { totalsOf } from './totals.ts';

const rows = [
  { line: 1, date: '2026-01-05', cents: 1000, text: 'a' },
  { line: 2, date: '2026-01-06', cents: -300, text: 'b' },
  { line: 3, date: '2026-01-07', cents: -50, text: 'c', pending: true as const },
];
const statement: Statement = { format: 'camt', account: {}, currencies: [], rows, unreadable: [] };
const day = (cents: number, date: string) => ({ cents, date });

it('sums have all rows, and the check those that the bank has booked', () => {
  const opening = day(500, '2026-01-04');
  expect(totalsOf({ ...statement, opening, balance: day(1200, '2026-01-07') })).toEqual({
    into: 1000,
    out: 350,
    check: { cents: 1200, date: '2026-01-07', differs: 0 },
  });
  expect(totalsOf({ ...statement, opening, balance: day(1100, '2026-01-07') }).check?.differs).toBe(-100);
});

it('one balance alone checks nothing', () => {
  const balance = day(1200, '2026-01-07');
  expect(totalsOf({ ...statement, balance }).check).toBeNull();
});
