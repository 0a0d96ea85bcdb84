/** What the values of a table's columns say of them, whatever their names. */

import type { DecimalSign } from '#domain/money/written-number';
import { decideDecimalSign, isTurnedBack, looksLikeAmount, readAmount, writtenSign } from '../statement/amounts.ts';
import { isCurrencyCode } from '../statement/currencies.ts';
import { looksLikeDate } from '../statement/dates.ts';
import { balanceWordIn } from './balance-lines.ts';
import { nameKey } from './columns.ts';
import type { Line, Table } from './table.ts';

export interface ColumnFacts {
  column: number;
  /** Its name as `nameKey` writes it. */
  name: string;
  /** Its sampled cells, in the order of the lines; empty cells stay. */
  cells: readonly string[];
  /** How many of them are filled, and of these how many may be dates, amounts or words, each as a share. */
  filled: number;
  dates: number;
  amounts: number;
  words: number;
  /** Of the amounts: how many have decimals, and whether any has a minus or an explicit plus. */
  decimals: number;
  hasMinus: boolean;
  hasPlus: boolean;
  /** The sign before its decimals, or else before those of the table; null where nothing tells. */
  sign: DecimalSign | null;
  /** Cents of each sampled line; null where there is no amount, 0 where it is zero. */
  cents: readonly (number | null)[];
  /** How many different texts it has. */
  distinct: number;
  isCurrency: boolean;
}

/** So many lines tell what a column holds. */
const SAMPLE = 300;

const DECIMALS = /[.,]\d{1,2}(?!\d)/;

/** The facts of all columns. `sign`: what the user says of the decimals. */
export function factsOf(table: Table, sign?: DecimalSign): ColumnFacts[] {
  const lines = table.lines.slice(0, SAMPLE).filter(tellsColumns);
  const columns = table.header.map((_, column) => lines.map(({ cells }) => cells[column]?.trim() ?? ''));
  const usual =
    sign ?? decideDecimalSign(columns.flat().filter((cell) => DECIMALS.test(cell) && looksLikeAmount(cell))).sign;
  return columns.map((cells, column) => {
    const filled = cells.filter((cell) => cell !== '' && !isDash(cell));
    const amounts = filled.filter(looksLikeAmount);
    const own = sign ?? decideDecimalSign(amounts).sign ?? usual;
    const unmarked = unmarkedWay(amounts);
    return {
      column,
      name: nameKey(table.header[column] ?? ''),
      cells,
      filled: shareOf(filled, cells),
      dates: shareOf(filled.filter(looksLikeDate), filled),
      amounts: shareOf(amounts, filled),
      words: shareOf(
        filled.filter((cell) => /\p{L}{2}/u.test(cell)),
        filled,
      ),
      decimals: shareOf(
        amounts.filter((cell) => DECIMALS.test(cell)),
        amounts,
      ),
      hasMinus: unmarked < 0 || amounts.some((cell) => writtenSign(cell) < 0),
      hasPlus: amounts.some((cell) => writtenSign(cell) > 0),
      sign: own,
      cents: cells.map((cell) => wayOf(cell, unmarked) * (centsOf(cell, own) ?? Number.NaN)).map(orNull),
      distinct: new Set(filled).size,
      isCurrency: filled.length > 0 && filled.every(isCurrencyCode),
    };
  });
}

/** A sum without a day fills columns of which each row fills one. A balance without a day proves the first row. */
function tellsColumns({ cells }: Line): boolean {
  if (cells.some(looksLikeDate)) return true;
  return balanceWordIn(cells) === 'balance' && cells.filter(looksLikeAmount).length < 2;
}

/** Null where the cell is no amount. */
export function centsOf(cell: string, sign: DecimalSign | null): number | null {
  const read = readAmount(cell, sign);
  if ('cents' in read) return read.cents;
  return read.reason === 'zero' ? 0 : null;
}

/**
 * Which way an amount goes that says nothing of it. Where some say plus or credit and none says minus, the others are
 * what these are not.
 */
export function unmarkedWay(amounts: Iterable<string>): -1 | 1 {
  let [plus, none] = [false, false];
  for (const cell of amounts) {
    const sign = writtenSign(cell);
    // Two of them are no mark of a credit: such a file writes a minus where money goes out.
    if (sign < 0 || isTurnedBack(cell)) return 1;
    if (sign > 0) plus = true;
    else if (/[1-9]/.test(cell)) none = true;
  }
  return plus && none ? -1 : 1;
}

/** -1 where the amount has to be turned. */
export function wayOf(cell: string, unmarked: -1 | 1): -1 | 1 {
  return unmarked < 0 && writtenSign(cell) === 0 ? -1 : 1;
}

function orNull(cents: number): number | null {
  return Number.isNaN(cents) ? null : cents === 0 ? 0 : cents;
}

/** A dash stands where others leave the cell empty. */
export function isDash(cell: string): boolean {
  return /^[-−–—]$/.test(cell);
}

function shareOf(some: readonly unknown[], all: readonly unknown[]): number {
  return all.length === 0 ? 0 : some.length / all.length;
}

/** Whether hardly any line has an amount in both columns. */
export function exclusive(one: ColumnFacts, other: ColumnFacts): boolean {
  const both = one.cents.filter((cents, at) => cents && other.cents[at]);
  return both.length <= 0.2 * one.cells.length;
}
