import { expect, it } from 'vitest';
import { parseFilter } from '#domain/transactions/filter';
import { searchKey } from '#domain/transactions/transactions';
import fc from '../../../tests/support/random.ts';
import { transactionRow } from '../database/rows.fixture.ts';
import { type Found, findWords, inThisOrder } from './finding.ts';

const entry = (nth: number, description: string, amount: number) => {
  const row = transactionRow(nth, { description, amount });
  return { row, key: searchKey(row) };
};

/** What is found when one text is typed after another. */
function typed(texts: readonly string[], all: ReturnType<typeof inThisOrder>): Found | null {
  return texts.reduce<Found | null>((before, text) => findWords(parseFilter(text).words, all, before), null);
}

it('finds the same whatever was typed before', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '1', '2', '.', ' '), minLength: 1, maxLength: 4 });
  const row = fc.tuple(text, fc.integer({ min: 1, max: 2300 }));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), fc.array(text, { minLength: 1, maxLength: 4 }), (rows, texts) => {
      const all = inThisOrder(rows.map(([description, amount], nth) => entry(nth, description, amount)));
      expect(typed(texts, all)?.entries).toEqual(typed(texts.slice(-1), all)?.entries);
    }),
    { numRuns: 1000 },
  );
});

it('a further digit is looked for only in what its beginning found and where it is the amount', () => {
  const looked: string[] = [];
  const rows = [entry(1, 'Bus 12', 500), entry(2, 'Bus 13', 500), entry(3, 'Tea', 1200), entry(4, 'Rent', 90_000)];
  const watched = rows.map(({ row, key }) => ({
    row,
    get key() {
      looked.push(row.description);
      return key;
    },
  }));
  const all = inThisOrder(watched);
  const before = typed(['1'], all);
  looked.length = 0;
  const found = findWords(parseFilter('12').words, all, before);
  expect(found.entries.map(({ row }) => row.description)).toEqual(['Bus 12', 'Tea']);
  expect(looked).toEqual(['Bus 12', 'Bus 13', 'Tea']);
});
