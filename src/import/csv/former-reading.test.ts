/** The list of keys was written by the code of 0.2.0, so what is frozen here gives the same. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { readBankFile } from '../../../tests/support/bank-files.ts';
import { importKeys } from '../matching/import-key.ts';
import { formerRows } from './former-reading.ts';

const LIST = new URL('../../../tests/fixtures/import-keys-0.2.0.json', import.meta.url);
const Keys = v.record(v.string(), v.array(v.array(v.string())));
const tables = Object.entries(v.parse(Keys, JSON.parse(readFileSync(LIST, 'utf8')))).flatMap(([name, keys]) => {
  const read = readBankFile(name);
  return read.kind === 'table' ? [{ name, keys, table: read.table, isOpen: read.questions.length > 0 }] : [];
});

it.each(tables)('$name has the keys of 0.2.0', ({ table, keys, isOpen }) => {
  const answers = isOpen ? ({ dateOrder: 'day-first', decimalSign: ',' } as const) : {};
  expect([importKeys(formerRows(table, answers))]).toEqual(keys);
});

it('signs were turned round where 0.2.0 asked about them, and nowhere else', () => {
  const cents = (name: string) => {
    const read = readBankFile(name);
    return read.kind === 'table' ? formerRows(read.table, { flipped: true }).map((row) => row.cents) : [];
  };
  expect(cents('balance-signs.csv')).toEqual([-40_000, -5000, -3000]);
  expect(cents('card-debt.csv')).toEqual([1890, 6210, -10_000]);
});
