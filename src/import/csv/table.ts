/**
 * A text of separated values becomes a table: which sign separates them, which line is the header, and which lines are
 * transactions. Banks put words above and below.
 */
import Papa from 'papaparse';
import { looksLikeAmount } from '../statement/amounts.ts';
import { looksLikeDate } from '../statement/dates.ts';
import { type UnreadableLine, unreadableLine } from '../statement/statement.ts';
import { fitOfName } from './columns.ts';

export interface Line {
  /** Where it begins in the file; the first line is 1. */
  line: number;
  cells: string[];
}

export interface Table {
  /** Names of the columns; empty texts when the file has no header. */
  header: string[];
  /** Lines below the header that may be transactions. */
  lines: Line[];
  /** What stands above the header, for example the account's number. */
  above: string;
  unreadable: UnreadableLine[];
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** So many lines tell the delimiter. */
const SAMPLE = 300;

/** Null when no line has a date and an amount. */
export function openTable(file: string): Table | null {
  // With two kinds of line ends in one file, papaparse would take some lines for one.
  const text = file.replace(/\r\n?/g, '\n');
  const sample = text.split('\n', SAMPLE).join('\n');
  const delimiter = bestDelimiter(sample);
  if (!delimiter) return null;
  const { lines, unreadable } = parsePlain(text, delimiter);
  const width = usualWidth(lines);
  const first = lines.findIndex((line) => line.cells.length === width && isTransaction(line) && !isLabel(line));
  if (first < 0) return null;
  const named = namedHeader(lines, width);
  const top = named?.at ?? headerAbove(lines.slice(0, first), width);
  const last = lines.findLastIndex(mayBeTransaction);
  const start = top < 0 ? lines.findIndex((line) => mayBeFirst(line, width)) : top + 1;
  const end = named?.end ?? lines.length;
  // A balance with its day, or a table of other columns: it cannot be read, and is not left out in silence.
  const other = [...lines.slice(0, start), ...lines.slice(end)].filter((line) => isTransaction(line) && !isLabel(line));
  return {
    header: lines[top]?.cells.map((name) => name.trim()) ?? Array.from({ length: width }, () => ''),
    lines: lines.slice(start, Math.min(last + 1, end)),
    above: lines
      .slice(0, start)
      .map(({ cells }) => cells.join(' '))
      .join('\n'),
    unreadable: [...unreadable, ...other.map(({ line, cells }) => unreadableLine(line, 'columns', cells.join(' ')))],
  };
}

function parsePlain(text: string, delimiter: string): ReturnType<typeof parseLines> {
  const parsed = parseLines(text, delimiter);
  if (text.includes('=')) for (const line of parsed.lines) line.cells = line.cells.map(plainCell);
  return parsed;
}

/** Spreadsheets keep digits as text when they write `="15.01.2026"`. */
function plainCell(cell: string): string {
  return cell.startsWith('=') ? (/^="(.*)"$/.exec(cell.trim())?.[1] ?? cell) : cell;
}

/** Without a header, a line of the same columns belongs to the table, also if its day or amount cannot be read. */
function mayBeFirst(line: Line, width: number): boolean {
  if (isLabel(line) || isTransaction(line)) return !isLabel(line);
  return line.cells.length === width && line.cells.some((cell) => looksLikeDate(cell) || looksLikeAmount(cell));
}

/** `Konto:;1008800049;Datum:;20.01.2026` says something of the whole file. */
function isLabel({ cells }: Line): boolean {
  const [first = ''] = cells.map((cell) => cell.trim()).filter(Boolean);
  return /\p{L}:$/u.test(first);
}

/** So many cells most transactions have; of two that are equally many the larger. */
function usualWidth(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const line of lines.slice(0, SAMPLE))
    if (isTransaction(line)) counts.set(line.cells.length, (counts.get(line.cells.length) ?? 0) + 1);
  const [widest] = [...counts].sort(([a, some], [b, others]) => others - some || b - a);
  return widest?.[0] ?? 0;
}

/**
 * The delimiter with which most lines have a date and an amount; null when none has. Of two, the one that makes more
 * cells: a comma in amounts also divides lines, and what it leaves may look like a date with a time.
 */
function bestDelimiter(sample: string): string | null {
  const scores = DELIMITERS.filter((delimiter) => sample.includes(delimiter)).map((delimiter) => {
    const found = parsePlain(sample, delimiter).lines.filter(isTransaction);
    return { delimiter, score: found.length, cells: found.reduce((sum, { cells }) => sum + cells.length, 0) };
  });
  const [best] = scores.sort((a, b) => b.score - a.score || b.cells - a.cells);
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

/**
 * The line that names a day and an amount, and where its table ends: at the next such line that names other columns. Of
 * several, the one with most transactions. Null when no line names both.
 */
function namedHeader(lines: readonly Line[], width: number): { at: number; end: number } | null {
  const all = lines.flatMap((line, at) => (isHeader(line, width) ? [{ at, names: line.cells.join('|') }] : []));
  const distinct = all.filter(({ names }, at) => names !== all[at - 1]?.names);
  const tables = distinct.map(({ at }, place) => {
    const end = distinct[place + 1]?.at ?? lines.length;
    return { at, end, lines: lines.slice(at, end) };
  });
  const [only, ...others] = tables;
  // Most files have one table, and nothing to count.
  if (others.length === 0) return only?.lines.some(isTransaction) ? only : null;
  const counted = tables.map((table) => ({ ...table, count: table.lines.filter(isTransaction).length }));
  const [best] = counted.sort((a, b) => b.count - a.count);
  return best && best.count > 0 ? best : null;
}

function isHeader({ cells }: Line, width: number): boolean {
  const isOdd = cells.length > width + 1 || cells.length < width / 2;
  // Most lines have a day, so the names are looked at last.
  if (isOdd || cells.some(looksLikeDate) || !cells.some(namesDay)) return false;
  return cells.some((cell) => namesMoney(cell) && !namesDay(cell));
}

function namesDay(cell: string): boolean {
  return cell.length < LONGEST_NAME && fitOfName(cell, 'date') !== null;
}

function namesMoney(cell: string): boolean {
  return cell.length < LONGEST_NAME && MONEY.some((role) => fitOfName(cell, role) !== null);
}

const MONEY = ['amount', 'debit', 'credit', 'balance'] as const;
const LONGEST_NAME = 60;

/** The nearest line above the first transaction that has about as many names as there are columns; -1 when none has. */
function headerAbove(lines: readonly Line[], width: number): number {
  return lines.findLastIndex(({ cells }) => {
    const names = cells.filter((cell) => cell.trim() !== '');
    const isData = cells.some(looksLikeDate) || cells.some(looksLikeAmount);
    return !isData && names.length >= 2 && cells.length <= width + 1 && names.length >= width / 2;
  });
}

/** The lines that are not blank. Line ends are line feeds. */
export function parseLines(text: string, delimiter: string): { lines: Line[]; unreadable: UnreadableLine[] } {
  const parsed = Papa.parse<string[]>(text, { delimiter, newline: '\n' });
  if (parsed.errors.some(({ type }) => type === 'Quotes')) return parseApart(text, delimiter);
  const lines: Line[] = [];
  let line = 1;
  for (const cells of parsed.data) {
    if (!isBlank(cells)) lines.push({ line, cells });
    line += 1 + cells.reduce((sum, cell) => sum + breaksIn(cell), 0);
  }
  return { lines, unreadable: [] };
}

/** Each line by itself, so that a quote which does not close takes only its own line along. */
function parseApart(text: string, delimiter: string): { lines: Line[]; unreadable: UnreadableLine[] } {
  const lines: Line[] = [];
  const unreadable: UnreadableLine[] = [];
  text.split('\n').forEach((one, at) => {
    const { data, errors } = Papa.parse<string[]>(one, { delimiter, newline: '\n' });
    if (errors.some(({ type }) => type === 'Quotes')) unreadable.push(unreadableLine(at + 1, 'broken', one));
    else if (data[0] && !isBlank(data[0])) lines.push({ line: at + 1, cells: data[0] });
  });
  return { lines, unreadable };
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function breaksIn(cell: string): number {
  return cell.includes('\n') ? cell.split('\n').length - 1 : 0;
}
