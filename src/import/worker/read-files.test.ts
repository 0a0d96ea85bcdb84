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

it('a table of several accounts is a statement of each, and a choice reads all of them again', () => {
  const table =
    'Date,Merchant,Account,Amount\n2026-01-15,Cafe,Bank,4.50\n' +
    '2026-01-14,Work,Bank,1500.00\n2026-01-13,Books,Visa,20.00\n';
  const read = open({ 'all.csv': strToU8(table) });
  const centsOf = () =>
    read
      .found()
      .map((one, at) =>
        one.kind === 'statement'
          ? [one.account.name, ...read.statement({ at, account: 0 }).rows.map(({ cents }) => cents)]
          : [],
      );
  expect(centsOf()).toEqual([
    ['Bank', 450, 150_000],
    ['Visa', 2000],
  ]);
  const [first] = read.found();
  if (first?.kind !== 'statement' || !first.table) throw new Error('it is a table');
  const { mapping } = first.table;
  read.choose({ kind: 'choose', at: 1, choices: { mapping: { ...mapping, flipped: true } } });
  expect(centsOf()).toEqual([
    ['Bank', -450, -150_000],
    ['Visa', -2000],
  ]);
  const { account: _, ...columns } = mapping.columns;
  read.choose({ kind: 'choose', at: 0, choices: { mapping: { ...mapping, columns } } });
  expect(centsOf()).toEqual([[undefined, 450, 150_000, 2000]]);
});

it('another encoding reads the file anew, and keeps its place', () => {
  const read = open({ 'a.csv': strToU8('Date,Text,Amount\n2026-01-15,Zoë,-4.50\n'), 'b.xml': camt(1) });
  const [first] = read.found();
  expect(first).toMatchObject({ encoding: 'utf-8', totals: { into: 0, out: 450 }, evidence: 'minus' });
  read.choose({ kind: 'choose', at: 0, choices: { encoding: 'windows-1252' } });
  expect(read.found()[0]).toMatchObject({ fileName: 'a.csv', encoding: 'windows-1252' });
  expect(read.statement({ at: 0, account: 0 }).rows[0]?.text).toBe('ZoÃ«');
});

it('the reading of 0.2.0 stands beside a reversal that the balances turn', () => {
  const balance = (code: string, cents: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt>${cents}</Amt><CdtDbtInd>CRDT</CdtDbtInd>` +
    '<Dt><Dt>2026-03-01</Dt></Dt></Bal>';
  const entry =
    '<Ntry><Amt>20.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts>' +
    '<BookgDt><Dt>2026-03-02</Dt></BookgDt><AddtlNtryInf>Back</AddtlNtryInf></Ntry>';
  const statement = `<Stmt>${balance('OPBD', '100.00')}${balance('CLBD', '120.00')}${entry}</Stmt>`;
  const read = open({ 'a.xml': strToU8(`<Document><BkToCstmrStmt>${statement}</BkToCstmrStmt></Document>`) });
  expect(read.statement({ at: 0, account: 0 }).rows.map(({ cents }) => cents)).toEqual([2000]);
  expect([...(read.lines(0)?.former.values() ?? [])].map(({ row }) => row.cents)).toEqual([-2000]);
  expect(read.found()[0]).toMatchObject({ totals: { check: { cents: 12_000, differs: 0 } }, evidence: 'format' });
});

it('a file that could not be opened, or that reading chokes on, stops none of the others', () => {
  const files = new ReadFiles();
  const choking = new Proxy(strToU8('Date;Amount\n2026-01-02;-1.00'), {
    get: () => {
      throw new RangeError('no memory');
    },
  });
  files.open(
    {
      kind: 'read',
      files: [
        { name: 'folder', bytes: new Uint8Array(), problem: 'not_opened' },
        { name: 'choking.csv', bytes: choking },
        { name: 'a.csv', bytes: strToU8('Date;Amount\n2026-01-02;-1.00') },
        { name: 'huge.csv', bytes: new Uint8Array(), problem: 'too_large' },
      ],
      remembered: {},
    },
    () => {},
  );
  expect(files.found()).toMatchObject([
    { kind: 'refused', fileName: 'folder', reason: 'not_opened' },
    { kind: 'refused', fileName: 'choking.csv', reason: 'failed' },
    { kind: 'statement', fileName: 'a.csv', count: 1 },
    { kind: 'refused', fileName: 'huge.csv', reason: 'too_large' },
  ]);
});

it('an answer on signs is about the accounts whose types are against them, which stay files of their own', () => {
  const entry = (type: string, amount: number, day: number) =>
    `<STMTTRN><TRNTYPE>${type}<DTPOSTED>2026020${day}<TRNAMT>${amount}<NAME>x</STMTTRN>\n`;
  const card = (day: number) =>
    `<CCSTMTRS><CCACCTFROM><ACCTID>1</CCACCTFROM>${entry('DEBIT', 5, day)}${entry('CREDIT', -50, day)}</CCSTMTRS>`;
  const bank = `<STMTRS><BANKACCTFROM><ACCTID>2</BANKACCTFROM>${entry('DEBIT', -7, 1)}</STMTRS>`;
  const read = open({ 'a.ofx': strToU8(`<OFX>${bank}${card(1)}</OFX>`), 'b.ofx': strToU8(`<OFX>${card(2)}</OFX>`) });
  const said = () =>
    read
      .found()
      .map((one, at) =>
        one.kind === 'statement'
          ? [one.evidence, ...one.questions, ...read.statement({ at, account: 0 }).rows.map(({ cents }) => cents)]
          : [],
      );
  expect(said()).toEqual([
    ['format', -700],
    ['minus', 'sign', 500, -5000],
    ['minus', 'sign', 500, -5000],
  ]);
  for (const at of [1, 2]) read.choose({ kind: 'choose', at, choices: { flipped: true } });
  expect(said()).toEqual([
    ['format', -700],
    ['turned', -500, 5000],
    ['turned', -500, 5000],
  ]);
  expect(read.lines(1)?.former.size).toBe(2);
  read.choose({ kind: 'choose', at: 1, choices: { flipped: false } });
  expect(said()[1]).toEqual(['minus', 500, -5000]);
});
