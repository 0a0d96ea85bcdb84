/**
 * Spreadsheet files as RFC 4180 describes them. A cell is text, or a sum of cents that stays a plain number. Text that a
 * spreadsheet would take for a formula is escaped, because other people's descriptions and names stand in these files.
 */
import Papa from 'papaparse';
import { plainAmount } from './money.ts';

export type CsvCell = string | { cents: number };

/** Tells spreadsheets that the file is UTF-8; without it Excel reads names in the system's code page. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The text of a file with these rows. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  const newline = '\r\n';
  const cells = rows.map((row) => row.map(cellText));
  return BYTE_ORDER_MARK + Papa.unparse(cells, { newline }) + newline;
}

/** Papaparse's own escaping would turn amounts below zero into text too. */
function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return plainAmount(cell.cents);
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}
