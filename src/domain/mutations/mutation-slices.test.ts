import { expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { inSlices, unitsOf } from './mutation-slices.ts';
import type { Operation } from './operations.ts';

it('no slice has one side of a transfer without the other, and none is too large', () => {
  const item = fc.record({ transferId: fc.option(fc.constantFrom('a', 'b', 'c', 'd')) });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 30 }), (all) => {
      // A transfer has two sides.
      const met = new Map<string, number>();
      const items = all.filter(({ transferId }) => {
        const count = (met.get(transferId ?? '') ?? 0) + 1;
        if (transferId !== null) met.set(transferId, count);
        return transferId === null || count <= 2;
      });
      const slices = inSlices(items, 3);
      expect(new Set(slices.flat())).toEqual(new Set(items));
      expect(slices.flat()).toHaveLength(items.length);
      for (const slice of slices) expect(slice.length).toBeLessThanOrEqual(3);
      for (const id of met.keys()) {
        expect(slices.filter((slice) => slice.some(({ transferId }) => transferId === id))).toHaveLength(1);
      }
    }),
  );
});

const id = (n: number) => `20000000-0000-4000-8000-00000000000${n}`;
const deletion = (n: number, table: 'transactions' | 'imports' = 'transactions'): Operation => ({
  kind: 'delete',
  table,
  id: id(n),
});
const link = (n: number, transferId: string): Operation => ({
  kind: 'patch',
  table: 'transactions',
  id: id(n),
  seen: 1,
  before: { transferId: null },
  after: { transferId },
});

it('what concerns one transaction, or the sides of one transfer, is one unit', () => {
  const [one, two, three] = [link(1, id(8)), link(2, id(8)), link(3, id(9))];
  const [again, other] = [deletion(2), deletion(4)];
  expect(unitsOf([one, three, two, again, other])).toEqual([[one, two, again], [three], [other]]);
  expect(unitsOf([deletion(1), deletion(2), deletion(3)], new Map([1, 3].map((n) => [id(n), id(8)])))).toEqual([
    [deletion(1), deletion(3)],
    [deletion(2)],
  ]);
});

it('two units that a later operation joins are one', () => {
  const unlink = { ...link(1, id(9)), before: { transferId: id(8) } };
  expect(unitsOf([link(2, id(8)), link(3, id(9)), unlink])).toHaveLength(1);
});

it('what concerns other tables comes before the transactions, and what is deleted there after them', () => {
  const gone: Operation = deletion(5, 'imports');
  const row = { id: id(6), createdAt: '2026-03-10T12:00:00.000Z', accountId: id(7), format: 'csv', fileName: 'a.csv' };
  const made: Operation = { kind: 'insert', table: 'imports', row: { ...row, format: 'csv' } };
  expect(unitsOf([gone, deletion(1), made])).toEqual([[made], [deletion(1)], [gone]]);
});
