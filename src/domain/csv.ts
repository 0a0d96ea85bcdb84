/**
 * Spreadsheet files as RFC 4180 describes them. A cell is text, or a sum of cents that stays a plain number. Text that a
 * spreadsheet would take for a formula is escaped, because other people's descriptions and names stand in these files.
 */
import { plainAmount } from './money.ts';

export type CsvCell = string | { cents: number };

/** Tells spreadsheets that the file is UTF-8; without it Excel reads names in the system's code page. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The text of a file with these rows. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return plainAmount(cell.cents);
  const inert = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
