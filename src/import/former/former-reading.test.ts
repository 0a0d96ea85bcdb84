/** The code of 0.2.0 wrote the list of keys, for every table of ours, so what is frozen here gives the same. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { bankFile, readBankFile } from '../../../tests/support/bank-files.ts';
import { importKeys } from '../matching/import-key.ts';
import { formerText } from './former-decoding.ts';
import { formerRows } from './former-reading.ts';
import { formerReadings } from './former-readings.ts';
import { openFormerTable } from './former-table.ts';

const LIST = new URL('../../../tests/fixtures/former-keys-0.2.0.json', import.meta.url);
const released = v.parse(v.record(v.string(), v.array(v.string())), JSON.parse(readFileSync(LIST, 'utf8')));

/** Without answers, as the list was written. */
function formerOf(name: string, answers: Parameters<typeof formerRows>[1] = {}) {
  const table = openFormerTable(formerText(bankFile(`../${name}`)));
  return table ? formerRows(table, answers) : [];
}

it.each(Object.entries(released))('%s has the keys of 0.2.0, also where it was read wrong', (name, keys) => {
  expect(importKeys(formerOf(name))).toEqual(keys);
});

it('most of these files are read alike today, and need no second key', () => {
  const others = Object.keys(released).filter((name) => {
    const read = readBankFile(`../${name}`);
    if (read.kind !== 'table') return false;
    const rows = read.statements.flatMap((one) => one.rows);
    return formerReadings(bankFile(`../${name}`), read.table, read.guess.mapping, rows).size > 0;
  });
  expect(others.length).toBeGreaterThan(10);
  expect(others.length).toBeLessThan(Object.keys(released).length / 2);
});

it('signs were turned round where 0.2.0 asked about them, and nowhere else', () => {
  const cents = (name: string) => {
    return formerOf(`import/${name}`, { flipped: true }).map((row) => row.cents);
  };
  expect(cents('balance-signs.csv')).toEqual([-40_000, -5000, -3000]);
  expect(cents('card-debt.csv')).toEqual([1890, 6210, -10_000]);
});

it('the payee of 0.2.0 may have been the holder, so the rows of such a table have a second key', () => {
  const name = '../import-kinds/payer-and-payee.csv';
  const read = readBankFile(name);
  if (read.kind !== 'table') throw new Error('it is a table');
  const rows = read.statements.flatMap((one) => one.rows);
  const former = formerReadings(bankFile(name), read.table, read.guess.mapping, rows);
  expect([...former.values()].map(({ row }) => row.text)).toEqual(['Anna Muster Brot', 'Anna Muster Beitrag']);
});
