/** An oracle for amounts: files are written from rows that are known in cents, by code of their own. */
import { expect, it } from 'vitest';
import { readText, statementsOf } from '../../../tests/support/bank-files.ts';
import fc from '../../../tests/support/random.ts';
import { writtenFiles } from '../../../tests/support/written-files.ts';

/** Words, with the signs that formats use for themselves. None of them is a date or an amount by chance. */
const word = fc
  .string({ unit: fc.constantFrom(...'abcXYZ &<>"\',;|äß€'), maxLength: 20 })
  .map((text) => `w${text.trim()}`);

const knownRows = fc.array(
  fc.record({
    date: fc.nat(2_500).map((day) => new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10)),
    cents: fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }).filter((cents) => cents !== 0),
    text: word,
  }),
  { minLength: 1, maxLength: 12 },
);

it.each(Object.entries(writtenFiles))(
  '%s: every row is read, and the sum is that of what was written, to the cent',
  (_, write) => {
    fc.assert(
      fc.property(knownRows, (known) => {
        const statements = statementsOf(readText(write(known)));
        const rows = statements.flatMap((one) => one.rows);
        expect(statements.flatMap((one) => one.unreadable)).toEqual([]);
        expect(rows.map(({ date, cents }) => `${date} ${cents}`)).toEqual(
          known.map((row) => `${row.date} ${row.cents}`),
        );
        const sum = (some: readonly { cents: number }[]) => some.reduce((all, { cents }) => all + BigInt(cents), 0n);
        expect(sum(rows)).toBe(sum(known));
      }),
      { numRuns: 40 },
    );
  },
);
