import { expect, it } from 'vitest';
import type { SearchedRow } from '#domain/transactions/filter';
import fc from '../../../tests/support/random.ts';
import { transactionRow } from '../database/rows.fixture.ts';
import { compareRows } from '../ledger/ledger.ts';
import { type Column, comparison, merged, sorted, turned } from './sorting.ts';

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

it('merging a few into the rest, and leaving a few of it out, gives the same as sorting what is left', () => {
  const every = fc.integer({ min: 1, max: 6 });
  fc.assert(
    fc.property(entries, every, every, columns, (newestFirst, nth, mth, by) => {
      const fresh = newestFirst.filter((_, at) => at % nth === 0);
      const standing = newestFirst.filter((_, at) => at % nth !== 0);
      const stale = new Set(standing.filter((_, at) => at % mth === 0));
      const left = newestFirst.filter((entry) => !stale.has(entry));
      const found = merged(sorted(standing, by), stale, sorted(fresh, by), comparison(by));
      expect(found).toEqual(sorted(left, by));
    }),
  );
});

it('reversed, the last keys come first, and among equals still the newest', () => {
  const undated = ({ row, key }: SearchedRow): SearchedRow => ({
    row: { ...row, date: '', createdAt: '', id: '' },
    key,
  });
  fc.assert(
    fc.property(entries, columns, (newestFirst, by) => {
      const compare = comparison(by);
      const descending = newestFirst.toSorted((a, b) => compare(undated(b), undated(a)) || compareRows(a.row, b.row));
      expect(turned(sorted(newestFirst, by), by)).toEqual(descending);
    }),
  );
});
