/** The lines of a file that 0.2.0 made another row of, and the keys that it gave them. */
import type { Mapping } from '../csv/mapping.ts';
import type { Table } from '../csv/table.ts';
import { importKeys, keyNames } from '../matching/import-key.ts';
import type { ReadRow } from '../statement/statement.ts';
import { formerText } from './former-decoding.ts';
import { formerRows, readAlike } from './former-reading.ts';
import { openFormerTable } from './former-table.ts';

/** What 0.2.0 made of a line. */
export interface FormerReading {
  key: string;
  row: ReadRow;
}

/** So many bytes of a file tell whether 0.2.0 found the same header and the same columns. */
const HEAD = 100_000;

/** What 0.2.0 made of lines which it read in another way, by line. Mostly it read all of them alike. */
export function formerReadings(
  bytes: Uint8Array,
  table: Table,
  mapping: Mapping,
  rows: readonly ReadRow[],
): ReadonlyMap<number, FormerReading> {
  if (isAlike(bytes, table, mapping)) return new Map();
  const former = openFormerTable(formerText(bytes));
  return former ? differences(formerRows(former, mapping), rows) : new Map();
}

/** Those of the former rows that have no equal among today's rows of their line. */
export function differences(former: readonly ReadRow[], rows: readonly ReadRow[]): ReadonlyMap<number, FormerReading> {
  const names = keyNames(rows);
  const nameOf = new Map(rows.map(({ line }, at) => [line, names[at]]));
  const formerNames = keyNames(former);
  const isOther = former.map(({ line }, at) => nameOf.get(line) !== formerNames[at]);
  if (!isOther.includes(true)) return new Map();
  const keys = importKeys(former);
  return new Map(former.flatMap((row, at) => (isOther[at] ? [[row.line, { key: keys[at] ?? '', row }] as const] : [])));
}

/** Whether 0.2.0 found the same letters, header and columns. Then it read each line alike, or not at all. */
function isAlike(bytes: Uint8Array, { header, lines }: Table, mapping: Mapping): boolean {
  const head = bytes.length > HEAD ? bytes.subarray(0, bytes.lastIndexOf(10, HEAD)) : bytes;
  const former = openFormerTable(formerText(head));
  if (!former || former.header.length !== header.length) return false;
  const areSame = (some: readonly string[] = [], others: readonly string[] = []) =>
    some.every((cell, at) => cell.trim() === others[at]?.trim());
  const isSameHead =
    areSame(header, former.header) &&
    former.lines.every(({ line, cells }, at) => line === lines[at]?.line && areSame(lines[at]?.cells, cells));
  return isSameHead && readAlike(former, mapping);
}
