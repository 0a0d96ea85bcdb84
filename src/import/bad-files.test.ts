/** Files that are broken, far too large, or something else than they are called: each is bounded, and told. */
import { gzipSync, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { shortOf, statementsOf } from '../../tests/support/bank-files.ts';
import { writtenFiles } from '../../tests/support/written-files.ts';
import { LARGEST } from './largest.ts';
import { readFile } from './read-file.ts';

const HEADER = 'Date,Text,Amount\n';
const lines = (count: number) =>
  Array.from({ length: count }, (_, n) => `2026-01-${String((n % 28) + 1).padStart(2, '0')},Shop ${n},-${n + 1}.25\n`);
const table = (count: number) => HEADER + lines(count).join('');
const repeated = (text: string, length: number) => text.repeat(Math.ceil(length / text.length));

/** `5 rows, line 7: too_long`, or why it was refused. */
function told(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? strToU8(content) : content;
  const all = readFile({ name: 'a', bytes }).map((read) => {
    const { rows, unreadable } = shortOf(read);
    return read.kind === 'refused' ? read.reason : [`${rows.length} rows`, ...unreadable.slice(0, 3)].join(', ');
  });
  return all.slice(0, 3).join('; ');
}

describe('a file that is something else than it is called', () => {
  it.each([
    ['a PDF behind some other bytes', '\uFEFF\n%PDF-1.7\n', 'pdf'],
    ['a new spreadsheet', zipSync({ '[Content_Types].xml': strToU8('<Types/>') }), 'spreadsheet'],
    ['a spreadsheet of Apple', zipSync({ 'Index/Document.iwa': strToU8('x') }), 'spreadsheet'],
    ['a web page', '\n<!DOCTYPE html><html><td>2026-01-01</td><td>1.00</td></html>', 'web_page'],
    ['gzip', gzipSync(strToU8(table(5))), 'packed'],
    ['a ZIP in a ZIP', zipSync({ 'a.zip': zipSync({ 'a.csv': strToU8(table(5)) }) }), 'packed'],
    ['7-Zip', Uint8Array.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]), 'packed'],
    ['JSON', JSON.stringify(repeated('{"date":"2026-01-01"},', 1_000)), 'unknown'],
    ['nothing', '', 'empty'],
    ['zeros', new Uint8Array(100_000), 'empty'],
    ['blanks', repeated(' \n', 100_000), 'empty'],
  ])('%s is named', (_what, content, reason) => {
    expect(told(content)).toBe(reason);
  });
});

describe('a ZIP', () => {
  const zip = zipSync({ 'a.csv': strToU8(table(2_000)) });

  it('that breaks off is told to be broken', () => {
    for (const part of [0.1, 0.5, 0.99]) expect(told(zip.subarray(0, part * zip.length))).toBe('broken_zip');
    expect(told(gzipSync(strToU8(table(9))).subarray(0, 50))).toBe('packed');
  });

  it('with two files of one name is broken: only one of them would be read', () => {
    const twice = zipSync({ 'a.csv': strToU8(table(2)), 'b.csv': strToU8(table(3)) }, { level: 0 });
    twice.forEach((byte, at) => {
      if (byte === 'b'.charCodeAt(0) && twice[at + 1] === '.'.charCodeAt(0)) twice[at] = 'a'.charCodeAt(0);
    });
    expect(told(twice)).toBe('broken_zip');
  });

  it('whose entries all hold the same megabytes is too large, whatever it says of their length', () => {
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${n}.csv`, strToU8(table(1))]));
    const bomb = zipSync({ ...files, 'z.csv': new Uint8Array(2_000_000) }, { level: 0 });
    const view = new DataView(bomb.buffer, bomb.byteOffset);
    // Each entry of the directory claims two megabytes in the file, and none behind it.
    for (let at = view.getUint32(bomb.length - 6, true); view.getUint32(at, true) === 0x02014b50; ) {
      view.setUint32(at + 20, 2_000_000, true);
      view.setUint32(at + 24, 0, true);
      at += 46 + view.getUint16(at + 28, true);
    }
    expect(told(bomb)).toBe('too_large');
  });

  it('of a hundred megabytes of breaks or of cells takes a refusal', () => {
    const breaks = zipSync({ 'a.csv': new Uint8Array(LARGEST).fill(10) });
    expect(breaks.length).toBeLessThan(LARGEST / 500);
    expect(told(breaks)).toBe('empty');
    const cells = zipSync({ 'a.csv': strToU8(repeated(`${','.repeat(999)}\n`, 20_000_000)) });
    expect(told(cells)).toBe('too_many_rows');
  });
});

describe('a table', () => {
  it('with one line of ten megabytes is read without it, and the line is listed', () => {
    const whole = lines(60);
    for (const piece of ['word ', 'a', '1', ' ', ',', '-', '2026-01-01,1.00,', '"', '(', '1.'])
      expect(told(`${HEADER}${whole.join('')}2026-01-01,${repeated(piece, 10_000_000)},-1.00\n${whole[0]}`)).toBe(
        '61 rows, line 62: too_long',
      );
    expect(told(repeated('2026-01-01,1.00,', 10_000_000))).toBe('unknown');
  });

  it('of 200 columns is read', () => {
    const cells = (n: number) => Array.from({ length: 200 }, (_, at) => (at === 7 ? `-${n}.00` : `v${at}`));
    const names = Array.from({ length: 200 }, (_, at) => (at === 7 ? 'Amount' : `Column ${at}`));
    const text = [['Date', ...names], ...Array.from({ length: 500 }, (_, n) => ['2026-01-01', ...cells(n + 1)])];
    expect(told(text.map((one) => one.join(',')).join('\n'))).toBe('500 rows');
  });

  it('keeps its rows beside bytes of zero, which are no letters', () => {
    expect(told(`${table(50)}${'\0'.repeat(1_000_000)}`)).toBe('50 rows');
    const [read] = readFile({ name: 'a', bytes: strToU8(`${HEADER}2026-01-01,a\0b,-1.00\n${lines(40).join('')}`) });
    expect(read && statementsOf(read)[0]?.rows[0]?.text).toBe('a b');
  });

  it('of two encodings has all of its rows, and says which encoding it took', () => {
    const first = strToU8(`${table(3)}2026-01-04,Caf\u00e9,-1.00\n2026-01-05,Caf`);
    const bytes = Uint8Array.from([...first, 0xe9, ...strToU8(',-1.00\n')]);
    expect(readFile({ name: 'a', bytes })).toMatchObject([{ encoding: 'windows-1252' }]);
    expect(told(bytes)).toBe('5 rows');
  });
});

describe('XML', () => {
  const entry = (text: string) =>
    '<Ntry><Amt Ccy="USD">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-01-01</Dt></BookgDt>' +
    `<AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`;
  const camt = (inside: string) => `<Document><BkToCstmrStmt><Stmt>${inside}</Stmt></BkToCstmrStmt></Document>`;

  it('expands no entity of its own, neither laughs by the billion nor another file', () => {
    const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
    for (const declared of [`<!ENTITY l0 "lol">${laughs}`, '<!ENTITY l9 SYSTEM "file:///etc/passwd">']) {
      const text = `<?xml version="1.0"?><!DOCTYPE d [${declared}]>${camt(entry('&l9;'))}`;
      const [read] = readFile({ name: 'a', bytes: strToU8(text) });
      expect(read && shortOf(read)).toEqual({ rows: ['2026-01-01 -100 &l9;'], unreadable: ['line 1: broken'] });
    }
  });

  it('that nests without an end, or has millions of elements that are no entries, is given up', () => {
    const start = '<Document><BkToCstmrStmt><Stmt>';
    for (const piece of ['<a>', '<a/>', '<Ntry>'])
      expect(told(`${start}${entry('Shop')}${repeated(piece, 3_000_000)}`)).toMatch(
        /^too_many_rows$|^1 rows, line 1: (broken|not_a_date|no_date)/,
      );
  });

  it.each([
    ['<OFX><STMTRS>', '<!--'],
    ['<OFX>', '<STMTRS>'],
    ['<OFX><STMTRS><STMTTRN><NAME>', ']]> '],
    [':20:x\n:25:1\n:61:\n', '\n'],
    [':20:x\n:25:1\n', ':20:x\n'],
    ['!Type:Bank\nD01/02/2026\n', '!Account\nNa\n^\n!Type:Bank\n'],
  ])('%j and ten megabytes of %j take no longer than ten megabytes do', (start, piece) => {
    expect(told(start + repeated(piece, 10_000_000))).toMatch(/^too_many_rows$|^0 rows|^unknown$/);
  });
});

describe('a file that breaks off', () => {
  const known = Array.from({ length: 30 }, (_, n) => ({
    date: `2026-01-${String(n + 1).padStart(2, '0')}`,
    cents: (n % 3 ? -1 : 1) * (123_456 + n * 1_001),
    text: `Shop ${n}`,
  }));
  const mt940 = () =>
    `:20:x\n:25:1\n${known
      .map(({ date, cents, text }) => {
        const amount = (Math.abs(cents) / 100).toFixed(2).replace('.', ',');
        return `:61:${date.replaceAll('-', '').slice(2)}${cents < 0 ? 'D' : 'C'}${amount}NMSC\n:86:${text}`;
      })
      .join('\n')}`;
  const sums = new Set(known.map(({ date, cents }) => `${date} ${cents}`));

  it.each([...Object.entries(writtenFiles), ['MT940', mt940] as const])(
    '%s: each row that it gives is one of the bank, at whichever letter it ends',
    (_format, write) => {
      const text = write(known);
      for (let end = text.length - 300; end < text.length; end++) {
        const [read] = readFile({ name: 'a', bytes: strToU8(text.slice(0, end)) });
        const rows = read ? statementsOf(read).flatMap((one) => one.rows) : [];
        expect(rows.length).toBeGreaterThan(15);
        expect(rows.filter(({ date, cents }) => !sums.has(`${date} ${cents}`))).toEqual([]);
      }
    },
  );

  it('lists a bare amount or day that lacks digits', () => {
    const whole = table(30).trimEnd();
    for (const lack of [1, 2]) expect(told(whole.slice(0, -lack))).toBe('29 rows, line 31: broken');
    expect(told(whole)).toBe('30 rows');
    const dated = `Text,Amount,Date\n${lines(30)
      .map((line) => {
        const [date, text, amount] = line.trimEnd().split(',');
        return `${text},${amount},${date}`;
      })
      .join('\n')}`;
    expect(told(dated.slice(0, -1))).toBe('29 rows, line 31: broken');
  });
});
