/**
 * Orders a long list by one column, newest first among equal values. It sorts distinct keys, because there are far
 * fewer descriptions and categories than transactions. Changes are merged into an existing order.
 */

import { LOCALE } from '#domain/locale';
import { signedCents } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import type { SearchedRow } from '#domain/transactions/filter';
import type { Order } from '#domain/transactions/transactions';
import { compareRows } from '../ledger/ledger.ts';
import { sortedPlace } from '../ledger/sorted-place.ts';

type Compare = (a: SearchedRow, b: SearchedRow) => number;

/** The columns that differ from the ledger's own order. */
export type Column = Exclude<Order['column'], 'date'>;

interface Key<K> {
  keyOf: (row: TransactionRow) => K;
  compare: (a: K, b: K) => number;
}

/** Sorts rows in ascending order; they are given newest first. */
export function sorted(newestFirst: readonly SearchedRow[], column: Column): SearchedRow[] {
  return column === 'amount' ? sortedBy(newestFirst, AMOUNT) : sortedBy(newestFirst, TEXT[column]);
}

/** Compares two rows in the order of `sorted`. */
export function comparison(column: Column): Compare {
  return column === 'amount' ? comparisonBy(AMOUNT) : comparisonBy(TEXT[column]);
}

/** Compares two rows in an order. */
export function orderComparison({ column, direction }: Order): (a: TransactionRow, b: TransactionRow) => number {
  if (column === 'date') return direction === 'descending' ? compareRows : (a, b) => compareRows(b, a);
  return column === 'amount' ? directedBy(AMOUNT, direction) : directedBy(TEXT[column], direction);
}

/** The result of `sorted`, descending; among equal values the newest stays first. */
export function turned(ascending: readonly SearchedRow[], column: Column): SearchedRow[] {
  const { keyOf } = column === 'amount' ? AMOUNT : TEXT[column];
  const pieces: SearchedRow[][] = [];
  let from = 0;
  let key = ascending[0] && keyOf(ascending[0].row);
  for (const [at, { row }] of ascending.entries()) {
    const next = keyOf(row);
    if (next === key) continue;
    pieces.push(ascending.slice(from, at));
    from = at;
    key = next;
  }
  pieces.push(ascending.slice(from));
  return pieces.reverse().flat();
}

/**
 * Merges a few sorted `fresh` rows into many that are in order, without the `stale` ones among these. In one pass: each
 * list of so many rows that is made and thrown away takes as long again.
 */
export function merged(
  standing: readonly SearchedRow[],
  stale: ReadonlySet<SearchedRow>,
  fresh: readonly SearchedRow[],
  compare: Compare,
): SearchedRow[] {
  const all: SearchedRow[] = [];
  let from = 0;
  const takeUntil = (end: number) => {
    for (; from < end; from++) {
      const entry = standing[from];
      if (entry && !stale.has(entry)) all.push(entry);
    }
  };
  for (const entry of fresh) {
    takeUntil(sortedPlace(entry, standing, compare, from));
    all.push(entry);
  }
  takeUntil(standing.length);
  return all;
}

const collator = new Intl.Collator(LOCALE, { numeric: true });

const TEXT = {
  description: textColumn((row) => row.description),
  category: textColumn((row) => row.category),
  type: textColumn((row) => row.type),
};

/** Amounts sort as lists show them: an expense is below zero. */
const AMOUNT: Key<number> = { keyOf: signedCents, compare: (a, b) => a - b };

function textColumn(textOf: (row: TransactionRow) => string): Key<string> {
  return {
    keyOf: (row) => textOf(row).toLowerCase(),
    compare: (a, b) => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0),
  };
}

function sortedBy<K>(newestFirst: readonly SearchedRow[], { keyOf, compare }: Key<K>): SearchedRow[] {
  const groups = Map.groupBy(newestFirst, (entry) => keyOf(entry.row));
  return [...groups.keys()].sort(compare).flatMap((key) => groups.get(key) ?? []);
}

function comparisonBy<K>(key: Key<K>): Compare {
  const compare = directedBy(key, 'ascending');
  return (a, b) => compare(a.row, b.row);
}

function directedBy<K>({ keyOf, compare }: Key<K>, direction: Order['direction']) {
  const sign = direction === 'ascending' ? 1 : -1;
  return (a: TransactionRow, b: TransactionRow) => sign * compare(keyOf(a), keyOf(b)) || compareRows(a, b);
}
