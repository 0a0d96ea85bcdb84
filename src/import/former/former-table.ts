/** How 0.2.0 found the header and the lines of a table, frozen with the rest of this folder. Never change this. */
import { type Line, parseLines, type Table } from '../csv/table.ts';
import { looksLikeAmount } from './former-amounts.ts';
import { looksLikeDate } from './former-dates.ts';

/** What 0.2.0 needed of a table. */
export type FormerTable = Pick<Table, 'header' | 'lines'>;

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** So many lines tell the delimiter. */
const SAMPLE = 300;

/** Null when no line has a date and an amount. */
export function openFormerTable(file: string): FormerTable | null {
  // With two kinds of line ends in one file, papaparse would take some lines for one.
  const text = file.replace(/\r\n?/g, '\n');
  const sample = text.split('\n', SAMPLE).join('\n');
  const delimiter = bestDelimiter(sample);
  if (!delimiter) return null;
  const { lines } = parseLines(text, delimiter);
  const width = usualWidth(lines);
  const first = lines.findIndex((line) => line.cells.length === width && isTransaction(line));
  if (first < 0) return null;
  const top = headerAbove(lines.slice(0, first), width);
  const last = lines.findLastIndex(mayBeTransaction);
  const start = top < 0 ? lines.findIndex(isTransaction) : top + 1;
  return {
    header: lines[top]?.cells.map((name) => name.trim()) ?? Array.from({ length: width }, () => ''),
    lines: lines.slice(start, last + 1),
  };
}

/** So many cells most transactions have; of two that are equally many the larger. */
function usualWidth(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const line of lines.slice(0, SAMPLE))
    if (isTransaction(line)) counts.set(line.cells.length, (counts.get(line.cells.length) ?? 0) + 1);
  const [widest] = [...counts].sort(([a, some], [b, others]) => others - some || b - a);
  return widest?.[0] ?? 0;
}

/** The delimiter with which most lines have a date and an amount; null when none has. */
function bestDelimiter(sample: string): string | null {
  const scores = DELIMITERS.map((delimiter) => ({
    delimiter,
    score: parseLines(sample, delimiter).lines.filter(isTransaction).length,
  }));
  const [best] = scores.sort((a, b) => b.score - a.score);
  return best && best.score > 0 ? best.delimiter : null;
}

function isTransaction({ cells }: Line): boolean {
  const date = cells.findIndex(looksLikeDate);
  return date >= 0 && cells.some((cell, at) => at !== date && looksLikeAmount(cell));
}

/** Below the last of these are only words of the bank: a sum of a whole file has no date, and blanks have nothing. */
function mayBeTransaction({ cells }: Line): boolean {
  return cells.some(looksLikeDate) || (cells.length > 2 && cells.some(looksLikeAmount));
}

/** The nearest line above the first transaction that has about as many names as there are columns; -1 when none has. */
function headerAbove(lines: readonly Line[], width: number): number {
  return lines.findLastIndex(({ cells }) => {
    const names = cells.filter((cell) => cell.trim() !== '');
    const isData = cells.some(looksLikeDate) || cells.some(looksLikeAmount);
    return !isData && names.length >= 2 && cells.length <= width + 1 && names.length >= width / 2;
  });
}
