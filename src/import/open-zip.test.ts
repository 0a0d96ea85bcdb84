import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { bankFile, shortOf } from '../../tests/support/bank-files.ts';
import { openZip } from './open-zip.ts';
import { readFile } from './read-file.ts';

const CAMT = bankFile('statement.camt.xml');

/** A ZIP of so many zeros whose directory claims another length. */
function withClaim(length: number, claimed: number): Uint8Array {
  const zip = zipSync({ 'zeros.csv': new Uint8Array(length) });
  const view = new DataView(zip.buffer, zip.byteOffset);
  const directory = view.getUint32(zip.length - 6, true);
  view.setUint32(directory + 24, claimed, true);
  return zip;
}

it('each statement of a ZIP is read, in the order of their names', () => {
  const zip = zipSync({ 'b.xml': CAMT, 'a.qif': bankFile('option.qif'), 'folder/': new Uint8Array() });
  const read = readFile({ name: 'month.zip', bytes: zip });
  expect(read.map(({ name }) => name)).toEqual(['a.qif', 'b.xml']);
  expect(read.map((one) => shortOf(one).rows.length)).toEqual([1, 4]);
});

it('a ZIP of too many files or of too much is refused before it is unpacked', () => {
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`${at}.txt`, new Uint8Array()]));
  expect(openZip(zipSync(many, { level: 0 }))).toEqual({ reason: 'too_large' });
  expect(openZip(withClaim(1_000, 200_000_000))).toEqual({ reason: 'too_large' });
});

it('a file that is longer than its ZIP says is not unpacked beyond that', () => {
  const opened = openZip(withClaim(1_000_000, 100));
  const sizes = 'files' in opened ? opened.files.map(({ bytes }) => bytes.length) : [];
  expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(100);
});

it('a spreadsheet, a document and a broken ZIP are named as what they are', () => {
  const kinds = {
    'new.xlsx': zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'xl/workbook.xml': strToU8('<workbook/>') }),
    'open.ods': zipSync({ 'content.xml': strToU8('<office/>') }),
    'old.xls': Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]),
    'paper.pdf': strToU8('%PDF-1.7'),
    'broken.zip': strToU8('PK\u0003\u0004 and nothing more'),
    'none.csv': new Uint8Array(),
    'letter.txt': strToU8('Dear customer,\nwe wish you a good year.'),
    'page.html': strToU8('<html><body>1.00</body></html>'),
  };
  const reasons = Object.entries(kinds).map(([name, bytes]) => readFile({ name, bytes })[0]);
  expect(reasons.map((one) => (one?.kind === 'refused' ? one.reason : 'read'))).toEqual([
    'spreadsheet',
    'spreadsheet',
    'spreadsheet',
    'pdf',
    'broken_zip',
    'empty',
    'unknown',
    'web_page',
  ]);
});
