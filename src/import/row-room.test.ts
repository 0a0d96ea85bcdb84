import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { REFUSED } from '#texts/import/import-refusals';
import { statementsOf } from '../../tests/support/bank-files.ts';
import { type ReadFile, readFile } from './read-file.ts';
import { MOST_ROWS, RowRoom } from './row-room.ts';

const HEADER = 'Date,Amount\n';
const table = (rows: number) => strToU8(`${HEADER}${'2026-03-31,1.00\n'.repeat(rows)}`);

const shortOf = (read: ReadFile) =>
  read.kind === 'refused' ? read.reason : statementsOf(read).reduce((sum, { rows }) => sum + rows.length, 0);

it('a ZIP of 900 tables with more rows than can be read is refused as a whole, and soon', () => {
  const small = table(4000);
  const zip = zipSync(Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`${at}.csv`, small])), { level: 9 });
  expect(zip.length).toBeLessThan(1_000_000);
  expect(readFile({ name: 'many.zip', bytes: zip })).toEqual([
    { name: 'many.zip', kind: 'refused', reason: 'too_many_rows' },
  ]);
});

it.each([
  ['lines of a table', () => `${HEADER}${'2026-03-31,1.00\n'.repeat(MOST_ROWS)}`],
  ['lines that end as on an old Mac', () => `Date,Amount\r${'2026-03-31,1.00\r'.repeat(MOST_ROWS)}`],
  ['rows of OFX', () => `OFXHEADER:100\n<OFX>${'<STMTTRN><TRNAMT>1.00'.repeat(MOST_ROWS + 1)}`],
  ['rows of QIF', () => `!Type:Bank\n${'^\n'.repeat(MOST_ROWS + 1)}`],
  ['fields of QIF', () => `!Type:Bank\n${'Mwords\n'.repeat(20 * MOST_ROWS + 1)}`],
  ['rows of CAMT in one line', () => `<Document><BkToCstmrStmt><Stmt>${'<ns2:Ntry></ns2:Ntry>'.repeat(MOST_ROWS + 1)}`],
])('a file with more %s is refused', (_what, text) => {
  expect(readFile({ name: 'large', bytes: strToU8(text()) }).map(shortOf)).toEqual(['too_many_rows']);
});

it('as many rows as can be read are read, and lines inside of a tag count for nothing', () => {
  expect(readFile({ name: 'large.csv', bytes: table(MOST_ROWS - 1) }).map(shortOf)).toEqual([MOST_ROWS - 1]);
  const pretty = `<Document>${'\n'.repeat(MOST_ROWS + 1)}</Document>`;
  expect(readFile({ name: 'pretty.xml', bytes: strToU8(pretty) }).map(shortOf)).not.toEqual(['too_many_rows']);
});

it('a row of QIF counts once, however many lines it has', () => {
  const qif = `!Type:Bank\n${"D3/31'26\nT-1.00\nPShop\nMwords\nLFood\nCx\nN1\n^\n".repeat(MOST_ROWS / 4)}`;
  expect(readFile({ name: 'old.qif', bytes: strToU8(qif) }).map(shortOf)).toEqual([MOST_ROWS / 4]);
});

it('files that are chosen together share the room, and what does not fit takes none of it', () => {
  const room = new RowRoom();
  const read = (name: string, bytes: Uint8Array) => readFile({ name, bytes }, {}, room).map(shortOf);
  expect(read('half.csv', table(MOST_ROWS / 2))).toEqual([MOST_ROWS / 2]);
  const [one, other] = [table(MOST_ROWS / 4), table(MOST_ROWS / 2)];
  expect(read('two.zip', zipSync({ 'one.csv': one, 'other.csv': other }))).toEqual(['too_many_rows']);
  expect(read('third.csv', one)).toEqual([MOST_ROWS / 4]);
});

it('the text names the number', () => {
  expect(REFUSED.too_many_rows).toContain(MOST_ROWS.toLocaleString('en'));
});
