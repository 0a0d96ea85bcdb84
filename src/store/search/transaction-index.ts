/**
 * The transactions of one scope in memory, page by page as the ledger keeps them, so that typing can filter and sort
 * them. A changed page is replaced alone; the rest of the current order stays. Pure: it knows neither the database nor
 * the worker around it.
 */

import { type Counts, counts } from '#domain/books/budgets';
import { countedParts } from '#domain/money/lines';
import { sameValue } from '#domain/mutations/same-value';
import type { TransactionRow } from '#domain/rows';
import {
  categoryTest,
  type FilterToken,
  parseFilter,
  sumOfParts,
  sumOfRows,
  tokenTest,
} from '#domain/transactions/filter';
import { NEWEST_FIRST, type Order, searchKey } from '#domain/transactions/transactions';
import type { Page, PageName } from '../database/records.ts';
import type { SearchQuery, SearchWindow } from './query.ts';
import { type Column, comparison, type IndexedRow, merged, sorted, turned } from './sorting.ts';

/** When changes exceed this share of all rows, an order is sorted anew. */
const MERGE_SHARE = 0.1;

const ALL: Counts = { budgets: null, except: [] };

/** Rows in the ascending order of a column, and the changes that are not merged yet. */
interface Ordered {
  entries: IndexedRow[];
  stale: Set<IndexedRow>;
  fresh: IndexedRow[];
}

interface IndexedPage {
  /** Newest first. */
  entries: IndexedRow[];
  /** Income minus expenses, in cents. */
  sum: number;
}

export class TransactionIndex {
  readonly #pages = new Map<string, IndexedPage>();
  /** All rows in the ledger's order; null after a change, until they are needed again. */
  #newestFirst: IndexedRow[] | null = [];
  /**
   * The orders that were used. To compare a hundred thousand texts takes a quarter of a second; to reverse or update an
   * order takes little.
   */
  readonly #ascending = new Map<Column, Ordered>();
  /** The current order, and the rows in it. */
  #order: Order = NEWEST_FIRST;
  #ordered: IndexedRow[] | null = null;
  /** The matches of the current filter's text, in the current order. */
  #found: { text: string; entries: IndexedRow[] } | null = null;
  /** Of these, what the whole filter finds. */
  #matches: { typed: string; counted: string; entries: IndexedRow[]; sum: number } | null = null;

  /** Replaces what is known of these pages with their rows, newest first. A page without rows is gone. */
  setPages(pages: readonly (PageName & Partial<Pick<Page, 'rows'>>)[]): void {
    const stale: IndexedRow[][] = [];
    const fresh: IndexedRow[][] = [];
    for (const { month, part, rows = [] } of pages) {
      const name = `${month} ${part.toString().padStart(4, '0')}`;
      const before = this.#pages.get(name)?.entries ?? [];
      const entries = entriesOf(rows, before);
      const gone = new Set(before);
      fresh.push(gone.size === 0 ? entries : entries.filter((entry) => !gone.delete(entry)));
      stale.push([...gone]);
      if (entries.length > 0) this.#pages.set(name, { entries, sum: sumOfRows(rows) });
      else this.#pages.delete(name);
    }
    this.#newestFirst = null;
    this.#found = null;
    this.#ordered = null;
    for (const [column, ordered] of this.#ascending) {
      for (const entry of stale.flat()) ordered.stale.add(entry);
      ordered.fresh = [...ordered.fresh, ...fresh.flat()];
      if (ordered.fresh.length > ordered.entries.length * MERGE_SHARE) this.#ascending.delete(column);
    }
  }

  window({ text, order, offset, limit }: Omit<SearchQuery, 'sources'>, counted: Counts = ALL): SearchWindow {
    const { entries, sum } = this.#match(text, counted, this.#inOrder(order));
    return { total: entries.length, sum, rows: entries.slice(offset, offset + limit).map(({ row }) => row) };
  }

  #inOrder(order: Order): IndexedRow[] {
    if (order.column !== this.#order.column || order.direction !== this.#order.direction) {
      this.#order = order;
      this.#ordered = null;
      this.#found = null;
    }
    this.#ordered ??= this.#arrange(order);
    return this.#ordered;
  }

  #arrange({ column, direction }: Order): IndexedRow[] {
    // The ledger's own order needs no comparison, because the pages are in it.
    if (column === 'date') return direction === 'descending' ? this.#all() : this.#all().toReversed();
    const entries = this.#inAscending(column);
    return direction === 'ascending' ? entries : turned(entries, column);
  }

  #inAscending(column: Column): IndexedRow[] {
    const kept = this.#ascending.get(column);
    if (kept && kept.stale.size + kept.fresh.length === 0) return kept.entries;
    const entries = kept ? mended(kept, column) : sorted(this.#all(), column);
    this.#ascending.set(column, { entries, stale: new Set(), fresh: [] });
    return entries;
  }

  #match(typed: string, counted: Counts, entries: IndexedRow[]) {
    const key = JSON.stringify(counted);
    if (this.#found && this.#matches?.typed === typed && this.#matches.counted === key) return this.#matches;
    const { text, tokens } = parseFilter(typed);
    const found = this.#find(text, entries);
    const isAll = counted.budgets === null && counted.except.length === 0;
    const isEverything = isAll && found === entries && tokens.length === 0;
    const matched = isEverything ? { entries, sum: this.#sum() } : narrowed(found, tokens, isAll ? null : counted);
    this.#matches = { typed, counted: key, ...matched };
    return this.#matches;
  }

  /** A longer text matches only a part of what its beginning matches, so typing on narrows the previous matches. */
  #find(text: string, entries: IndexedRow[]): IndexedRow[] {
    if (this.#found?.text === text) return this.#found.entries;
    const among = this.#found && text.includes(this.#found.text) ? this.#found.entries : entries;
    const found = text === '' ? entries : among.filter(({ key }) => key.includes(text));
    this.#found = { text, entries: found };
    return found;
  }

  /** The ledger's order: the newest month first, and within it the parts in their order. */
  #all(): IndexedRow[] {
    if (this.#newestFirst) return this.#newestFirst;
    const byMonth = Map.groupBy([...this.#pages.keys()].sort(), (name) => name.slice(0, 7));
    const names = [...byMonth.values()].reverse().flat();
    this.#newestFirst = concatenated(names.map((name) => this.#pages.get(name)?.entries ?? []));
    return this.#newestFirst;
  }

  /** Of all rows, in cents, page by page: looking at each of them again takes longer than sorting them. */
  #sum(): number {
    return [...this.#pages.values()].reduce((total, { sum }) => total + sum, 0);
  }
}

/** Several times as fast as `flat`. */
function concatenated(lists: readonly IndexedRow[][]): IndexedRow[] {
  const none: IndexedRow[] = [];
  return none.concat(...lists);
}

/** Entries for these rows: those that stood `before` where a row is as it was, so that orders need not move them. */
function entriesOf(rows: readonly TransactionRow[], before: readonly IndexedRow[]): IndexedRow[] {
  if (before.length === 0) return rows.map(entryOf);
  const known = new Map(before.map((entry) => [entry.row.id, entry]));
  return rows.map((row) => {
    const entry = known.get(row.id);
    return entry && isSameRow(entry.row, row) ? entry : entryOf(row);
  });
}

function entryOf(row: TransactionRow): IndexedRow {
  return { row, key: searchKey(row) };
}

function isSameRow(one: TransactionRow, other: TransactionRow): boolean {
  const fields = Object.keys(one);
  const isSame = (field: string) => one[field] === other[field] || field === 'lines';
  return fields.length === Object.keys(other).length && fields.every(isSame) && sameValue(one.lines, other.lines);
}

/** Those that have the tokens and count. Of a split row, only lines in the categories that the filter names count. */
function narrowed(among: readonly IndexedRow[], tokens: readonly FilterToken[], counted: Counts | null) {
  const [hasTokens, isNamed] = [tokenTest(tokens), categoryTest(tokens)];
  const entries: IndexedRow[] = [];
  let sum = 0;
  for (const entry of among) {
    if (!hasTokens(entry.row)) continue;
    const parts = countedParts(entry.row).filter((part) => isNamed(part) && (!counted || counts(counted, part)));
    if (parts.length === 0) continue;
    entries.push(entry);
    sum += sumOfParts(entry.row, parts);
  }
  return { entries, sum };
}

function mended({ entries, stale, fresh }: Ordered, column: Column): IndexedRow[] {
  const compare = comparison(column);
  const added = fresh.filter((entry) => !stale.has(entry)).sort(compare);
  return merged(entries, stale, added, compare);
}
