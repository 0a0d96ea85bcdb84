/**
 * Spreadsheet files as RFC 4180 describes them. A cell is text, or a sum of cents that stays a plain number. Text that
 * a spreadsheet would take for a formula is escaped, because other people's descriptions and names stand in these
 * files.
 */
import { plainAmount } from './money.ts';

export type CsvCell = string | { cents: number };

/** Tells spreadsheets that the file is UTF-8; without it Excel reads names in the system's code page. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The text of a file with these rows. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  const lines = rows.map((row) => row.map((cell) => quoted(cellText(cell))).join(','));
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
}

/** Some readers drop blanks at the ends of a cell without quotes. */
function quoted(text: string): string {
  return /[",\r\n\uFEFF]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Where a spreadsheet may see a cell begin whose text it runs: in front, behind what separates cells in other
 * countries, and on a new line. There the file's own quotes hold nothing together, and a quote or a blank before the
 * formula does not stop it.
 */
const RUNS = /(?:^|[;\t\r\n]["\s]*)(?=[=+\-@])/g;

/** An amount below zero stays a number. */
function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return plainAmount(cell.cents);
  const escaped = cell.replaceAll(RUNS, "$&'");
  return /^[\t\r]/.test(escaped) ? `'${escaped}` : escaped;
}
