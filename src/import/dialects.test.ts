/**
 * The same rows, written in thousands of ways. Each file is read right, or after one fair question, or what it lacks is
 * listed. Nothing is ever wrong in silence.
 */
import { expect, it } from 'vitest';
import { type Dialect, dialectOf } from '../../tests/support/dialects/dialect.ts';
import { type TrueRow, type WrittenFile, writeFile } from '../../tests/support/dialects/write-file.ts';
import { type ReadFile, readFile } from './read-file.ts';
import type { Question } from './statement/statement.ts';

const FILES = 2000;

/** In how many seconds all are read, on a machine that does nothing else. */
const MOST_SECONDS = 20;

type Outcome = { kind: 'right' | 'asked' | 'listed' } | { kind: 'silent' | 'unfair'; why: string };

function isFair(question: Question, { date, days, money, balance, header, extra }: Dialect): boolean {
  if (question === 'amount_column') return header === 'none' && extra.some((one) => one === 'original');
  if (header === 'none' && question === 'sign' && money.startsWith('pair')) return !balance;
  if (question === 'date_order') return days === 'first-twelve' && ['day/', 'month/', 'as-of'].includes(date);
  return question === 'sign' && (money === 'card' || money === 'balance-only' || (money === 'direction' && !balance));
}

/** Where the booked amount stands, behind the amount before an exchange. */
const BOOKED_COLUMN = 3;

const ORDERS = { 'day/': 'day-first', 'month/': 'month-first', 'as-of': 'month-first' } as const;

/** The file after the user's answers. An answer may leave something open that was not so before. */
function answered(bytes: Uint8Array, dialect: Dialect, read: ReadFile, rounds = 2): ReadFile {
  if (rounds === 0 || read.kind !== 'table' || read.questions.length === 0) return read;
  const order = Object.entries(ORDERS).find(([form]) => form === dialect.date)?.[1];
  const mapping = {
    ...read.guess.mapping,
    ...(order && { dateOrder: order }),
    ...(read.questions.includes('sign') && { flipped: dialect.money === 'card' }),
    ...(read.questions.includes('amount_column') && { amountColumn: BOOKED_COLUMN }),
  };
  const again = readFile({ name: 'a', bytes }, { mapping })[0];
  return again ? answered(bytes, dialect, again, rounds - 1) : read;
}

/** What is wrong with the rows that were read; null for nothing. `missing`: written rows that are listed instead. */
function faultOf(read: ReadFile, written: readonly TrueRow[]): Outcome | { kind: null; missing: number } {
  const statements = read.kind === 'refused' ? [] : read.statements;
  const byLine = new Map(statements.flatMap(({ rows }) => rows.map((row) => [row.line, row])));
  const listed = new Set(statements.flatMap(({ unreadable }) => unreadable.map(({ line }) => line)));
  let missing = 0;
  for (const { line, date, cents, words } of written) {
    const row = byLine.get(line);
    byLine.delete(line);
    if (row && (row.date !== date || row.cents !== cents)) return silent(`${row.date} ${row.cents} of ${cents}`);
    if (row && !row.text.includes(words)) return { kind: 'unfair', why: `text ${row.text}` };
    if (!row && !listed.has(line)) return silent(`line ${line} is gone`);
    if (!row) missing += 1;
  }
  const [more] = [...byLine.values()].filter(({ pending }) => !pending);
  return more ? silent(`line ${more.line}, ${more.text}, is no row`) : { kind: null, missing };
}

const silent = (why: string): Outcome => ({ kind: 'silent', why });

function outcomeOf(dialect: Dialect, { bytes, rows }: WrittenFile): Outcome {
  const [first] = readFile({ name: 'a', bytes });
  if (first?.kind !== 'table') return { kind: 'unfair', why: `it is ${first?.kind}` };
  const unfair = first.questions.filter((one) => !isFair(one, dialect));
  if (unfair.length > 0) return { kind: 'unfair', why: `asks ${unfair}` };
  const fault = faultOf(answered(bytes, dialect, first), rows);
  if (fault.kind !== null) return fault;
  if (fault.missing > 0) return { kind: 'listed' };
  return { kind: first.questions.length > 0 ? 'asked' : 'right' };
}

it(`${FILES} files of as many dialects: right, one fair question, or listed`, () => {
  const before = process.cpuUsage();
  const counts = { right: 0, asked: 0, listed: 0 };
  const wrong: string[] = [];
  for (let number = 0; number < FILES; number++) {
    const dialect = dialectOf(number);
    const outcome = outcomeOf(dialect, writeFile(dialect));
    if ('why' in outcome) wrong.push(`${number}: ${outcome.kind}, ${outcome.why}: ${JSON.stringify(dialect)}`);
    else counts[outcome.kind] += 1;
  }
  if (process.env.DIALECTS) console.log(wrong.join('\n'), counts, wrong.length);
  expect(wrong).toEqual([]);
  expect(counts.right).toBeGreaterThan(0.75 * FILES);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(MOST_SECONDS);
});
