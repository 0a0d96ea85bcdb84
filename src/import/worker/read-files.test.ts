import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { bankFile } from '../../../tests/support/bank-files.ts';
import { ReadFiles } from './read-files.ts';

/** A statement of one day: an entry of so many cents, and one without a direction. */
function camt(day: number, account = 'CH93', currency = 'CHF'): Uint8Array {
  const head = `<Stmt><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>${currency}</Ccy></Acct>`;
  const rest = `<Sts>BOOK</Sts><BookgDt><Dt>2026-03-0${day}</Dt></BookgDt></Ntry>`;
  const entry = `<Ntry><Amt Ccy="${currency}">${day}.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>${rest}`;
  const page = `${head}${entry}\n<Ntry><Amt Ccy="${currency}">1.00</Amt>${rest}</Stmt>`;
  return strToU8(`<Document><BkToCstmrStmt>${page}</BkToCstmrStmt></Document>`);
}

function open(files: Record<string, Uint8Array>): ReadFiles {
  const read = new ReadFiles();
  const named = Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
  read.open({ kind: 'read', files: named, remembered: {} }, () => {});
  return read;
}

const shortOf = (read: ReadFiles) =>
  read.found().map((one) => [one.fileName, ...(one.kind === 'statement' ? [one.count, one.others ?? 0] : [])]);

it('the days of one account in a ZIP are one statement with the name of the ZIP', () => {
  const days = { '1.xml': camt(1), '2.xml': camt(2), '3.xml': camt(3) };
  const read = open({ 'month.zip': zipSync({ ...days, '2-other.xml': camt(1, 'CH94') }) });
  expect(shortOf(read)).toEqual([
    ['month.zip', 3, 0],
    ['2-other.xml', 1, 0],
  ]);
  const { rows, unreadable } = read.statement({ at: 0, account: 0 });
  expect(rows.map(({ cents }) => cents)).toEqual([-100, -200, -300]);
  expect(unreadable).toMatchObject([
    { file: '1.xml', line: 2 },
    { file: '2.xml', line: 2 },
    { file: '3.xml', line: 2 },
  ]);
});

it('chosen files of one account are one statement, and those of another currency stay apart', () => {
  const read = open({ 'b.xml': camt(2), 'euro.xml': camt(3, 'CH93', 'EUR'), 'a.xml': camt(1), 'b2.xml': camt(2) });
  expect(shortOf(read)).toEqual([
    ['b.xml', 2, 2],
    ['euro.xml', 1, 0],
  ]);
});

it('an answer about a file leaves what is joined as it is', () => {
  const files = { '1.xml': camt(1), 'ask.csv': bankFile('ask.csv'), 'ask.qif': bankFile('ambiguous.qif') };
  const read = open({ 'month.zip': zipSync(files), '2.xml': camt(2) });
  const names = ['month.zip', 'ask.csv', 'ask.qif'];
  for (const at of [1, 2]) {
    read.choose({ kind: 'choose', at, choices: { dateOrder: 'day-first', decimalSign: '.' } });
    expect(read.found().map(({ fileName }) => fileName)).toEqual(names);
    expect(read.found()[0]).toMatchObject({ count: 2, others: 1 });
    expect(read.found()[at]).toMatchObject({ questions: [] });
  }
});
