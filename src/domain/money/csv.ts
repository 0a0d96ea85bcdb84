/**
 * Spreadsheet files as RFC 4180 describes them. A cell is text, or a sum of cents that stays a plain number. Text that
 * a spreadsheet would take for a formula is escaped, because other people's descriptions and names stand in these
 * files.
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

/**
 * Where a spreadsheet may see a cell begin whose text it runs: in front, behind what separates cells in other
 * countries, and on a new line. There the file's own quotes hold nothing together, and a quote or a blank before the
 * formula does not stop it.
 */
const RUNS = /(?:^|[;\t\r\n]["\s]*)(?=[=+\-@])/g;

/** Papaparse's own escaping would turn amounts below zero into text too. */
function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return plainAmount(cell.cents);
  const escaped = cell.replaceAll(RUNS, "$&'");
  return /^[\t\r]/.test(escaped) ? `'${escaped}` : escaped;
}
