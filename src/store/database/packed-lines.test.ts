import { expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { LINES_WITHOUT_NAMES } from './packed-lines.ts';
import type { StoredLine } from './records.ts';

const { pack, unpack } = LINES_WITHOUT_NAMES;

const lines = fc.array(
  fc
    .record({
      nature: fc.constantFrom<StoredLine['nature']>('regular', 'opening', 'transfer', 'adjustment'),
      type: fc.constantFrom<StoredLine['type']>('income', 'expense'),
      refund: fc.boolean(),
      category: fc.constantFrom('', 'Food', 'Ärger'),
      budgetId: fc.constantFrom(null, '', 'a'),
      cents: fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }),
      count: fc.nat(3),
      lines: fc.nat(3),
      namedAfter: fc.constantFrom(undefined, 0, 7),
    })
    .map(({ namedAfter, ...line }): StoredLine => (namedAfter === undefined ? line : { ...line, namedAfter })),
  { maxLength: 10 },
);

it('every line comes back as it was, also that of refunds', () => {
  fc.assert(
    fc.property(lines, (all) => {
      expect(unpack(JSON.parse(JSON.stringify(pack(all))))).toEqual(all);
    }),
  );
});

it('lines that 0.2.0 stored are of no refunds', () => {
  const stored =
    '[["income","Salary",null,5,1],["expense","Food","b",250,2,null,"transfer"],["expense","Food",null,9,1,7]]';
  expect(unpack(JSON.parse(stored)).map(({ refund }) => refund)).toEqual([false, false, false]);
});
