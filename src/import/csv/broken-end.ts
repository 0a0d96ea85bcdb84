/** A file that breaks off in the last line, in the midst of an amount or a day. */
import { looksLikeAmount } from '../statement/amounts.ts';
import { looksLikeDate } from '../statement/dates.ts';
import { unreadableLine } from '../statement/statement.ts';
import type { Table } from './table.ts';

/**
 * The table, with its last line listed where that ends in fewer digits than all lines above have there. `text`: the
 * file. A line that has an end is whole.
 */
export function withoutBrokenEnd(table: Table, text: string): Table {
  const last = table.lines.at(-1);
  if (!last || /[\r\n]$/.test(text)) return table;
  const column = last.cells.length - 1;
  const cell = last.cells[column]?.trim() ?? '';
  const others = table.lines.slice(0, -1).flatMap(({ cells }) => cells[column]?.trim() || []);
  if (cell === '' || others.length < FEWEST) return table;
  if (!isCut(cell, others, lengthOfDay) && !isCut(cell, others, decimals)) return table;
  const unreadable = [...table.unreadable, unreadableLine(last.line, 'broken', last.cells.join(' '))];
  return { ...table, lines: table.lines.slice(0, -1), unreadable };
}

/** So many lines above tell what is usual. Some programs write 100 for 100.00. */
const FEWEST = 10;

/** Whether the cell has fewer digits than the others, which all have the same number. `digits`: 0 where none count. */
function isCut(cell: string, others: readonly string[], digits: (cell: string) => number): boolean {
  const usual = digits(others[0] ?? '');
  return digits(cell) < usual && /\d$/.test(others[0] ?? '') && others.every((other) => digits(other) === usual);
}

function lengthOfDay(cell: string): number {
  return looksLikeDate(cell) ? cell.length : 0;
}

function decimals(cell: string): number {
  return looksLikeAmount(cell) ? (/[.,](\d+)$/.exec(cell)?.[1]?.length ?? 0) : 0;
}
