import { expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { transactionRow } from '../database/rows.fixture.ts';
import { compareRows } from '../ledger/ledger.ts';
import { type Column, comparison, type IndexedRow, merged, sorted, turned } from './sorting.ts';

const columns = fc.constantFrom<Column[]>('description', 'category', 'type', 'amount');

const entries = fc
  .array(
    fc.record({
      date: fc.constantFrom('2026-01-01', '2026-01-02', '2026-02-01'),
      description: fc.constantFrom('Rent', 'rent', 'Coffee', 'Ärger', 'Zoo 2', 'Zoo 10'),
      category: fc.constantFrom('Food', 'Other'),
      type: fc.constantFrom('income', 'expense'),
      amount: fc.integer({ min: 1, max: 5 }),
    }),
    { maxLength: 60 },
  )
  .map((rows) => rows.map((fields, i) => ({ row: transactionRow(i, fields), key: '' })))
  .map((all) => all.toSorted((a, b) => compareRows(a.row, b.row)));

it('sorting agrees with the comparison of two rows', () => {
  fc.assert(
    fc.property(entries, columns, (newestFirst, by) => {
      expect(sorted(newestFirst, by)).toEqual(newestFirst.toSorted(comparison(by)));
    }),
  );
});

it('merging a few into the sorted rest gives the same as sorting all', () => {
  fc.assert(
    fc.property(entries, fc.integer({ min: 1, max: 6 }), columns, (newestFirst, nth, by) => {
      const fresh = newestFirst.filter((_, at) => at % nth === 0);
      const standing = newestFirst.filter((_, at) => at % nth !== 0);
      const compare = comparison(by);
      expect(merged(sorted(standing, by), sorted(fresh, by), compare)).toEqual(sorted(newestFirst, by));
    }),
  );
});

it('reversed, the last keys come first, and among equals still the newest', () => {
  const undated = ({ row, key }: IndexedRow): IndexedRow => ({ row: { ...row, date: '', createdAt: '', id: '' }, key });
  fc.assert(
    fc.property(entries, columns, (newestFirst, by) => {
      const compare = comparison(by);
      const descending = newestFirst.toSorted((a, b) => compare(undated(b), undated(a)) || compareRows(a.row, b.row));
      expect(turned(sorted(newestFirst, by), by)).toEqual(descending);
    }),
  );
});
