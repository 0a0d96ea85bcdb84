/** Whatever is not read says what it is and what to do instead. */
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { REFUSED } from '#texts/import/import-refusals';
import type { FileProblem } from './file-problems.ts';
import { readFile } from './read-file.ts';

const text = (content: string) => new TextEncoder().encode(content);
const packed = (...names: string[]) => zipSync(Object.fromEntries(names.map((name) => [name, text('x,y\n')])));

/** Files of each kind; every kind has one, but those whose bytes never came or broke the reader. */
const FILES: Record<Exclude<FileProblem, 'not_opened' | 'failed'>, readonly Uint8Array[]> = {
  empty: [text(''), text(' \n\n'), packed()],
  too_large: [new Uint8Array(100_000_001)],
  too_many_rows: [text('2026-01-02,Kiosk,-1.00\n'.repeat(200_001))],
  broken_zip: [text('PK\u0003\u0004 is no more than this')],
  packed: [
    Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0]),
    Uint8Array.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]),
    text('Rar!\u001a\u0007'),
    zipSync({ 'inner.zip': packed('a.csv') }),
  ],
  spreadsheet: [
    packed('[Content_Types].xml', 'xl/workbook.xml'),
    packed('content.xml', 'mimetype'),
    packed('Index/Document.iwa'),
    Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    text('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook></Workbook>'),
  ],
  web_page: [
    text('<!DOCTYPE html><html><body>Please log in</body></html>'),
    text('\n<table border=1><tr><td>2026-01-02</td><td>-1.00</td></tr></table>'),
  ],
  json: [text('{"transactions":[{"date":"2026-01-02","amount":-100}]}'), text('[\n {"a": 1},\n {"b": 2}\n]\n')],
  no_text: [Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 1, 2, 3, 4, 5, 6, 7, 8])],
  pdf: [text('%PDF-1.7\n2026-01-02 Kiosk -1.00')],
  list: [
    text('user_id,account_id,created_at,type,name,virtual_balance,active\n1,1,2025-01-01T00:00:00+01:00,Asset,Bank,,1'),
    text('Date,Balance,Account\n2025-01-01,100.00,Bank\n2025-01-02,90.00,Bank'),
  ],
  actual_data: [packed('db.sqlite', 'metadata.json')],
  unknown: [
    text('Dear customer,\nthank you.'),
    text('<?xml version="1.0"?><Document><CstmrCdtTrfInitn/></Document>'),
    text('OFXHEADER:100\n<OFX></OFX>'),
  ],
};

/** What to do, or what to download. */
const WAY_OUT = /\b(Download|Save|Export|Ask|Unpack|Split|Choose|Try|export)\b/;

describe.each(Object.entries(FILES))('%s', (reason, files) => {
  it('is what each of these is, by its name', () => {
    const read = files.map((bytes) => readFile({ name: 'mine.xls', bytes }));
    expect(read.map((all) => all.map((one) => (one.kind === 'refused' ? one.reason : one.kind)))).toEqual(
      files.map(() => [reason]),
    );
    expect(read.flat().every(({ name }) => ['mine.xls', 'inner.zip'].includes(name))).toBe(true);
  });
});

it.each(Object.entries(REFUSED))('%s says the way out', (_, words) => {
  expect(words).toMatch(WAY_OUT);
});
