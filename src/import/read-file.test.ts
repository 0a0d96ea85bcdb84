/** Whatever the bytes, reading ends without an exception, and each row that it gives is a whole one. */
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { isDate } from '#domain/dates/dates';
import { bankFile, bankFileNames, statementsOf } from '../../tests/support/bank-files.ts';
import fc from '../../tests/support/random.ts';
import { MAX_AMOUNT } from '../domain/rows.ts';
import { readFile } from './read-file.ts';
import type { ReadRow } from './statement/statement.ts';

const files = bankFileNames().map(bankFile);

function isWhole({ line, date, cents, parts }: ReadRow): boolean {
  const isAmount = Number.isSafeInteger(cents) && cents !== 0 && Math.abs(cents) <= MAX_AMOUNT;
  const adds = !parts || (parts.length > 1 && parts.reduce((sum, part) => sum + part.cents, 0) === cents);
  return line >= 1 && isDate(date) && isAmount && adds;
}

function expectWhole(bytes: Uint8Array): void {
  const rows = readFile({ name: 'some', bytes }).flatMap((read) => statementsOf(read).flatMap((one) => one.rows));
  expect(rows.filter((row) => !isWhole(row))).toEqual([]);
}

const encode = (text: string) => new TextEncoder().encode(text);
const PIECES = ['"', '<', '</STMTTRN>', '^\n', '\n!Type:Bank\n', '<Ntry>', '-', '1.234', ',', ';', '\r'].map(encode);

/** Takes a piece out, puts one in or doubles one, some times. */
const damage = fc.array(
  fc.record({
    at: fc.nat(5_000),
    length: fc.nat(40),
    piece: fc.oneof(fc.uint8Array({ maxLength: 8 }), fc.constantFrom(...PIECES)),
  }),
  { minLength: 1, maxLength: 6 },
);

it('any bytes are read or refused', () => {
  const marks = [
    '',
    'OFXHEADER:100\n<OFX>',
    '!Type:Bank\n',
    '<Document><BkToCstmrStmt><Stmt>',
    'PK\u0003\u0004',
    'Date,Amount\n',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...marks), fc.uint8Array({ maxLength: 400 }), (mark, bytes) => {
      expectWhole(Uint8Array.from([...encode(mark), ...bytes]));
    }),
    { numRuns: 300 },
  );
});

it('a damaged bank file is read as far as it goes', () => {
  fc.assert(
    fc.property(fc.constantFrom(...files), damage, (file, wounds) => {
      let bytes = [...file];
      for (const { at, length, piece } of wounds) {
        const from = at % (bytes.length + 1);
        bytes = [...bytes.slice(0, from), ...piece, ...bytes.slice(from + length)];
      }
      expectWhole(Uint8Array.from(bytes));
    }),
    { numRuns: 300 },
  );
});

it('a file of one sign many times takes no longer than its size', () => {
  for (const sign of ['"', '<', '<A ', '&', '(', '1.', ',', '\n', '<STMTTRN>', '^', '!Type:Bank\nD'])
    for (const mark of ['', '<OFX>', '!Type:Bank\n', '<Document>']) {
      const text = mark + sign.repeat(30_000 / sign.length);
      expectWhole(encode(text));
    }
});

it.each([
  [
    'user_id,account_id,created_at,type,name,virtual_balance,active\n1,1,2025-01-01T00:00:00+01:00,Asset,Bank,,1',
    'list',
  ],
  ['Date,Balance,Account\n2025-01-01,100.00,Bank\n2025-01-02,90.00,Bank', 'list'],
])('%j is refused as what it is', (text, reason) => {
  expect(readFile({ name: 'a', bytes: encode(text) })).toEqual([{ name: 'a', kind: 'refused', reason }]);
});

it('the data of Actual is named, with what to export instead', () => {
  const bytes = zipSync({ 'db.sqlite': encode('SQLite'), 'metadata.json': encode('{}') });
  expect(readFile({ name: 'a.zip', bytes })).toMatchObject([{ kind: 'refused', reason: 'actual_data' }]);
});
