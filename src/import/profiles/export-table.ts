/** The tables that other apps export. Their columns have known names, so nothing has to be guessed. */
import { nameKey } from '../csv/columns.ts';
import { parseLines } from '../csv/table.ts';
import type { UnreadableLine } from '../statement/statement.ts';

/** A line by the names of its columns, which are written as `nameKey` writes them. */
export interface ExportLine {
  line: number;
  /** The cell without blanks around it; empty when the table has no such column. */
  get: (name: string) => string;
}

export interface ExportTable {
  lines: ExportLine[];
  unreadable: UnreadableLine[];
}

const DELIMITERS = [',', '\t', ';'];

/** Null when the first line does not name all of these columns. */
export function openExport(text: string, names: readonly string[]): ExportTable | null {
  const end = text.search(/[\r\n]/);
  const first = end < 0 ? text : text.slice(0, end);
  const header = (delimiter: string) => parseLines(first, delimiter).lines[0]?.cells.map(nameKey) ?? [];
  const delimiter = DELIMITERS.find((one) => names.every((name) => header(one).includes(name)));
  if (delimiter === undefined) return null;
  const columns = new Map(header(delimiter).map((name, column) => [name, column]));
  const { lines, unreadable } = parseLines(text.replace(/\r\n?/g, '\n'), delimiter);
  const named = lines.slice(1).map(({ line, cells }) => ({
    line,
    get: (name: string) => cells[columns.get(name) ?? -1]?.trim() ?? '',
  }));
  return { lines: named, unreadable };
}
