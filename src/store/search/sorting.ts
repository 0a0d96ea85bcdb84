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

export type Compare = (a: Entry, b: Entry) => number;

interface Column<Key> {
  keyOf: (row: TransactionRow) => Key;
  compare: (a: Key, b: Key) => number;
}

/** Sorts entries that are given newest first. */
export function sorted(newestFirst: readonly Entry[], order: Order): Entry[] {
  switch (order.column) {
    case 'date':
      return order.direction === 'descending' ? [...newestFirst] : newestFirst.toReversed();
    case 'amount':
      return sortedBy(newestFirst, AMOUNT, order);
    default:
      return sortedBy(newestFirst, TEXT[order.column], order);
  }
}

/** The order in which `sorted` puts two entries. */
export function comparison(order: Order): Compare {
  switch (order.column) {
    case 'date': {
      const sign = order.direction === 'descending' ? 1 : -1;
      return (a, b) => sign * compareRows(a.row, b.row);
    }
    case 'amount':
      return comparisonBy(AMOUNT, order);
    default:
      return comparisonBy(TEXT[order.column], order);
  }
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
const AMOUNT: Column<number> = { keyOf: signedCents, compare: (a, b) => a - b };

function textColumn(textOf: (row: TransactionRow) => string): Column<string> {
  return {
    keyOf: (row) => textOf(row).toLowerCase(),
    compare: (a, b) => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0),
  };
}

function sortedBy<Key>(newestFirst: readonly Entry[], { keyOf, compare }: Column<Key>, { direction }: Order): Entry[] {
  const groups = Map.groupBy(newestFirst, (entry) => keyOf(entry.row));
  const keys = [...groups.keys()].sort(compare);
  if (direction === 'descending') keys.reverse();
  return keys.flatMap((key) => groups.get(key) ?? []);
}

function comparisonBy<Key>({ keyOf, compare }: Column<Key>, { direction }: Order): Compare {
  const sign = direction === 'ascending' ? 1 : -1;
  return (a, b) => sign * compare(keyOf(a.row), keyOf(b.row)) || compareRows(a.row, b.row);
}
