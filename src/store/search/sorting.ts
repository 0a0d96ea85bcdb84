/**
 * Orders of a long list by one column, newest first among equals. Sorting goes by distinct keys, for there are far fewer
 * descriptions and categories than transactions; a change is merged into an order that stands.
 */

import { LOCALE } from '#domain/locale';
import { signedCents } from '#domain/money';
import type { TransactionRow } from '#domain/rows';
import type { Order } from '#domain/transactions';
import { compareRows } from '../ledger.ts';
import { sortedPlace } from '../sorted-place.ts';

/** A row with its text as filters see it. */
export interface Entry {
  row: TransactionRow;
  key: string;
}

type Compare = (a: Entry, b: Entry) => number;

/** What is not the ledger's own order. */
export type Column = Exclude<Order['column'], 'date'>;

interface Key<K> {
  keyOf: (row: TransactionRow) => K;
  compare: (a: K, b: K) => number;
}

/** Sorts entries that are given newest first, ascending. */
export function sorted(newestFirst: readonly Entry[], column: Column): Entry[] {
  return column === 'amount' ? sortedBy(newestFirst, AMOUNT) : sortedBy(newestFirst, TEXT[column]);
}

/** The order in which `sorted` puts two entries. */
export function comparison(column: Column): Compare {
  return column === 'amount' ? comparisonBy(AMOUNT) : comparisonBy(TEXT[column]);
}

/** What `sorted` made, descending: among equals the newest still stand first. */
export function turned(ascending: readonly Entry[], column: Column): Entry[] {
  const { keyOf } = column === 'amount' ? AMOUNT : TEXT[column];
  const pieces: Entry[][] = [];
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

/** Puts sorted `fresh` entries, few beside the many that stand, into their places. */
export function merged(standing: readonly Entry[], fresh: readonly Entry[], compare: Compare): Entry[] {
  const pieces: Entry[][] = [];
  let from = 0;
  for (const entry of fresh) {
    const place = sortedPlace(entry, standing, compare, from);
    pieces.push(standing.slice(from, place), [entry]);
    from = place;
  }
  pieces.push(standing.slice(from));
  return pieces.flat();
}

const collator = new Intl.Collator(LOCALE, { numeric: true });

const TEXT = {
  description: textColumn((row) => row.description),
  category: textColumn((row) => row.category),
  type: textColumn((row) => row.type),
};

/** As lists show it: an expense counts below zero. */
const AMOUNT: Key<number> = { keyOf: signedCents, compare: (a, b) => a - b };

function textColumn(textOf: (row: TransactionRow) => string): Key<string> {
  return {
    keyOf: (row) => textOf(row).toLowerCase(),
    compare: (a, b) => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0),
  };
}

function sortedBy<K>(newestFirst: readonly Entry[], { keyOf, compare }: Key<K>): Entry[] {
  const groups = Map.groupBy(newestFirst, (entry) => keyOf(entry.row));
  return [...groups.keys()].sort(compare).flatMap((key) => groups.get(key) ?? []);
}

function comparisonBy<K>({ keyOf, compare }: Key<K>): Compare {
  return (a, b) => compare(keyOf(a.row), keyOf(b.row)) || compareRows(a.row, b.row);
}
