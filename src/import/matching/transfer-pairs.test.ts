import { expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import type { ReadRow } from '../statement/statement.ts';
import { pairTransfers } from './transfer-pairs.ts';

const row = (day: number, cents: number, transfer?: string): ReadRow => ({
  line: 1,
  date: `2026-03-${String(day).padStart(2, '0')}`,
  cents,
  text: '',
  ...(transfer && { transfer }),
});
const account = (name: string, ...rows: ReadRow[]) => ({ account: { name }, rows });

it('two rows that name each other with one amount are a pair, the nearest first, at most five days apart', () => {
  const checking = account('A', row(1, -100, 'B'), row(3, -100, 'B'), row(9, -100, 'B'), row(1, -7, 'B'), row(1, -100));
  const savings = account('B', row(4, 100, 'A'), row(1, 100, 'A'), row(20, 100, 'A'), row(1, 7, 'C'), row(1, 100));
  expect(pairTransfers([checking, savings])).toEqual([
    [
      { account: 0, row: 0 },
      { account: 1, row: 1 },
    ],
    [
      { account: 0, row: 1 },
      { account: 1, row: 0 },
    ],
  ]);
});

it('no row is a side of two transfers, and the sides of each fit', () => {
  const names = ['A', 'B', 'C'];
  const some = fc.array(
    fc.record({
      day: fc.integer({ min: 1, max: 12 }),
      cents: fc.constantFrom(-200, -100, 100, 200),
      transfer: fc.constantFrom(...names),
    }),
    { maxLength: 15 },
  );
  fc.assert(
    fc.property(some, some, some, (...lists) => {
      const accounts = lists.map((list, at) =>
        account(names[at] ?? '', ...list.map(({ day, cents, transfer }) => row(day, cents, transfer))),
      );
      const used = pairTransfers(accounts).flatMap(([from, to]) => {
        const [left, arrived] = [accounts[from.account]?.rows[from.row], accounts[to.account]?.rows[to.row]];
        expect(left?.cents).toBe(-(arrived?.cents ?? 0));
        expect([left?.transfer, arrived?.transfer]).toEqual([names[to.account], names[from.account]]);
        return [from, to].map(({ account: of, row: at }) => `${of} ${at}`);
      });
      expect(new Set(used).size).toBe(used.length);
    }),
  );
});
