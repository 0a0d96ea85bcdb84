/** The same rows as a file in any dialect, with what has to be read of it. */
import { bytesIn } from '../encoded-bytes.ts';
import { type Dialect, encodingOf } from './dialect.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { amountIn, dayIn, moneyCells } from './written-values.ts';

export interface TrueRow {
  /** Where it stands in the file; the first line is 1. */
  line: number;
  date: string;
  cents: number;
  /** Words that its text has to have. */
  words: string;
}

export interface WrittenFile {
  bytes: Uint8Array;
  text: string;
  rows: TrueRow[];
}

/** Day of January 2025, cents, and which of the language's shops; -1 for the employer. */
const ROWS = [
  [3, -450, 0],
  [5, -2000, 1],
  [6, 150_000, -1],
  [9, -3110, 2],
  [15, -99_905, 3],
  [16, 2500, 0],
  [20, -123_456, 1],
  [28, -705, 2],
] as const;

const OPENING = 500_000;

interface Entry {
  date: string;
  cents: number;
  words: string;
  balance: number;
  /** The bank has refused it, so it changes nothing. */
  isRefused: boolean;
  at: number;
}

export function writeFile(dialect: Dialect): WrittenFile {
  const language = LANGUAGES[dialect.language];
  if (!language) throw new Error(dialect.language);
  const entries = entriesOf(dialect, language);
  const columns = columnsOf(dialect, language);
  const lines = above(dialect, language, columns.length);
  if (dialect.header === 'names') lines.push(columns.map(({ name }) => name));
  const rows: TrueRow[] = [];
  for (const entry of entries) {
    lines.push(columns.flatMap(({ cell }) => cell(entry)));
    if (!entry.isRefused) rows.push({ line: lines.length, date: entry.date, cents: entry.cents, words: entry.words });
  }
  lines.push(...below(dialect, language, columns, entries));
  const text = lines
    .map((cells) => cells.map((cell) => quoted(cell, dialect.delimiter)).join(dialect.delimiter))
    .join('\n');
  const mark = dialect.encoding === 'marked' ? '\ufeff' : '';
  return { bytes: bytesIn(encodingOf(dialect), `${mark}${text}\n`), text, rows };
}

function entriesOf(dialect: Dialect, language: Language): Entry[] {
  let balance = OPENING;
  const all = ROWS.map(([day, cents, who], at): Entry => {
    balance += cents;
    const date = `2025-01-${String(dialect.days === 'all' ? day : at + 1).padStart(2, '0')}`;
    const words = who < 0 ? language.employer : (language.shops[who] ?? '');
    return { date, cents, words, balance, isRefused: false, at };
  });
  const states: readonly string[] = dialect.extra;
  if (states.includes('state')) {
    const [, second] = all;
    if (second) all.splice(2, 0, { ...second, cents: -7777, isRefused: true, at: 90 });
  }
  return dialect.order === 'oldest' ? all : all.reverse();
}

interface Column {
  name: string;
  role: 'date' | 'text' | 'money' | 'balance' | 'other';
  cell: (entry: Entry) => string;
}

function columnsOf(dialect: Dialect, language: Language): Column[] {
  const extra: readonly string[] = dialect.extra;
  const other = (name: string, cell: Column['cell']): Column => ({ name, role: 'other', cell });
  const columns: Column[] = [];
  if (extra.includes('account')) columns.push(other(language.account, () => '0012345678'));
  columns.push({ name: language.date, role: 'date', cell: ({ date }) => dayIn(dialect.date, date) });
  if (extra.includes('value')) columns.push(other(language.valueDate, ({ date }) => dayIn(dialect.date, date)));
  if (extra.includes('holder')) columns.push(other(language.holder, () => 'PAT OWNER'));
  columns.push({ name: language.text, role: 'text', cell: ({ words }) => words });
  if (extra.includes('empty')) columns.push(other('Memo', () => ''));
  if (extra.includes('number')) columns.push(other('Nr.', ({ at }) => String(at + 101)));
  if (extra.includes('original'))
    columns.push(other(language.original, ({ cents }) => amountIn(dialect, Math.round(cents * 1.07))));
  columns.push(
    ...moneyCells(dialect, language).map(
      ({ name, cell }): Column => ({ name, role: 'money', cell: ({ cents }) => cell(cents) }),
    ),
  );
  if (extra.includes('currency')) columns.push(other(language.currency, () => 'USD'));
  if (extra.includes('fee')) columns.push(other(language.fee, () => amountIn(dialect, 0)));
  if (dialect.balance || dialect.money === 'balance-only')
    columns.push({ name: language.balance, role: 'balance', cell: ({ balance }) => amountIn(dialect, balance) });
  if (extra.includes('state'))
    columns.push(other('Xyz', ({ isRefused }) => (isRefused ? language.refused : language.booked)));
  return columns;
}

function above(dialect: Dialect, { account }: Language, width: number): string[][] {
  const padded = (...cells: string[]) => [
    ...cells,
    ...Array.from({ length: Math.max(0, width - cells.length) }, () => ''),
  ];
  if (dialect.above === 'words') return [['Bank'], ['']];
  if (dialect.above === 'account') return [[`${account}: DE89370400440532013000`], ['']];
  if (dialect.above !== 'padded') return [];
  return [padded('Bank eG'), padded(''), padded(`${account}:`, '1008800049', '01:', dayIn(dialect.date, '2025-01-28'))];
}

function below(
  dialect: Dialect,
  language: Language,
  columns: readonly Column[],
  entries: readonly Entry[],
): string[][] {
  const line = (day: string, words: string, cents: number): string[] => {
    const first = columns.findIndex(({ role }) => role === 'money');
    return columns.map(({ role }, at) => {
      if (role === 'date') return day;
      if (role === 'text') return words;
      return at === first ? amountIn({ ...dialect, symbol: '' }, cents) : '';
    });
  };
  if (dialect.below === 'words') return [[''], ['Bank eG']];
  const booked = entries.filter(({ isRefused }) => !isRefused);
  const sum = booked.reduce((all, { cents }) => all + cents, 0);
  if (dialect.below === 'total') return [line('', language.total, sum)];
  if (dialect.below !== 'balances') return [];
  return [line(dayIn(dialect.date, '2025-01-28'), language.closing, OPENING + sum)];
}

function quoted(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
