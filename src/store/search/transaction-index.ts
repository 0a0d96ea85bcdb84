/**
 * The transactions of one scope in memory, page by page as the ledger keeps them, so that typing can filter and sort
 * them. A changed page is replaced alone; the rest of the current order stays. Pure: it knows neither the database nor
 * the worker around it.
 */

import { type Counts, counts } from '#domain/books/budgets';
import { countedParts } from '#domain/money/lines';
import { signedCents } from '#domain/money/money';
import { sameValue } from '#domain/mutations/same-value';
import type { TransactionRow } from '#domain/rows';
import {
  categoryTest,
  type Filter,
  narrows,
  parseFilter,
  type SearchedRow,
  sumOfParts,
  sumOfRows,
  tokenTest,
  type Word,
} from '#domain/transactions/filter';
import { NEWEST_FIRST, type Order, searchKey } from '#domain/transactions/transactions';
import type { Page, PageName } from '../database/records.ts';
import { type Found, findWords, inThisOrder, type OrderedRows } from './finding.ts';
import type { SearchQuery, SearchWindow } from './query.ts';
import { type Column, comparison, merged, sorted, turned } from './sorting.ts';

/** When changes exceed this share of all rows, an order is sorted anew. */
const MERGE_SHARE = 0.1;

const ALL: Counts = { budgets: null, except: [] };

/** Rows in the ascending order of a column, and the changes that are not merged yet. */
interface Ordered {
  entries: SearchedRow[];
  stale: Set<SearchedRow>;
  fresh: SearchedRow[];
}

interface IndexedPage {
  /** Newest first. */
  entries: SearchedRow[];
  /** Income minus expenses, in cents. */
  sum: number;
}

export class TransactionIndex {
  readonly #pages = new Map<string, IndexedPage>();
  /** All rows in the ledger's order; null after a change, until they are needed again. */
  #newestFirst: SearchedRow[] | null = [];
  /**
   * The orders that were used. To compare a hundred thousand texts takes a quarter of a second; to reverse or update an
   * order takes little.
   */
  readonly #ascending = new Map<Column, Ordered>();
  /** The current order, and the rows in it. */
  #order: Order = NEWEST_FIRST;
  #ordered: SearchedRow[] | null = null;
  /** The same as a search for words needs them; null until there is one. */
  #searched: OrderedRows | null = null;
  /** What has the words of the current filter, in the current order. */
  #found: Found | null = null;
  /** Of these, what the whole filter finds; `asked` is all that it depends on. */
  #matches: { asked: string; entries: SearchedRow[]; sum: number } | null = null;

  /** Replaces what is known of these pages with their rows, newest first. A page without rows is gone. */
  setPages(pages: readonly (PageName & Partial<Pick<Page, 'rows'>>)[]): void {
    const stale: SearchedRow[][] = [];
    const fresh: SearchedRow[][] = [];
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
    this.#matches = null;
    this.#ordered = null;
    for (const [column, ordered] of this.#ascending) {
      for (const entry of stale.flat()) ordered.stale.add(entry);
      ordered.fresh = [...ordered.fresh, ...fresh.flat()];
      if (ordered.fresh.length > ordered.entries.length * MERGE_SHARE) this.#ascending.delete(column);
    }
  }

  window({ order, offset, limit, ...asked }: Omit<SearchQuery, 'sources'>, counted: Counts = ALL): SearchWindow {
    const { entries, sum } = this.#match(asked, counted, this.#inOrder(order));
    return { total: entries.length, sum, rows: entries.slice(offset, offset + limit).map(({ row }) => row) };
  }

  #inOrder(order: Order): SearchedRow[] {
    if (order.column !== this.#order.column || order.direction !== this.#order.direction) {
      this.#order = order;
      this.#ordered = null;
      this.#found = null;
      this.#matches = null;
    }
    if (!this.#ordered) this.#searched = null;
    this.#ordered ??= this.#arrange(order);
    return this.#ordered;
  }

  #arrange({ column, direction }: Order): SearchedRow[] {
    // The ledger's own order needs no comparison, because the pages are in it.
    if (column === 'date') return direction === 'descending' ? this.#all() : this.#all().toReversed();
    const entries = this.#inAscending(column);
    return direction === 'ascending' ? entries : turned(entries, column);
  }

  #inAscending(column: Column): SearchedRow[] {
    const kept = this.#ascending.get(column);
    if (kept && kept.stale.size + kept.fresh.length === 0) return kept.entries;
    const entries = kept ? mended(kept, column) : sorted(this.#all(), column);
    this.#ascending.set(column, { entries, stale: new Set(), fresh: [] });
    return entries;
  }

  #match({ text, today }: Pick<SearchQuery, 'text' | 'today'>, counted: Counts, entries: SearchedRow[]) {
    const asked = JSON.stringify([text, today, counted]);
    if (this.#matches?.asked === asked) return this.#matches;
    const { words, tokens } = parseFilter(text);
    const found = this.#find(words, entries);
    const isAll = counted.budgets === null && counted.except.length === 0;
    const isEverything = isAll && found === entries && tokens.length === 0;
    const counts = isAll ? null : counted;
    const matched = isEverything ? { entries, sum: this.#sum() } : narrowed(found, { tokens, today, counted: counts });
    this.#matches = { asked, ...matched };
    return this.#matches;
  }

  #find(words: readonly Word[], entries: SearchedRow[]): SearchedRow[] {
    if (words.length === 0) {
      this.#found = null;
      return entries;
    }
    const before = this.#found;
    // Only the tokens have changed.
    if (before && narrows(words, before.words) && narrows(before.words, words)) return before.entries;
    this.#searched ??= inThisOrder(entries);
    this.#found = findWords(words, this.#searched, before);
    return this.#found.entries;
  }

  /** The ledger's order: the newest month first, and within it the parts in their order. */
  #all(): SearchedRow[] {
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
function concatenated(lists: readonly SearchedRow[][]): SearchedRow[] {
  const none: SearchedRow[] = [];
  return none.concat(...lists);
}

/** Entries for these rows: those that stood `before` where a row is as it was, so that orders need not move them. */
function entriesOf(rows: readonly TransactionRow[], before: readonly SearchedRow[]): SearchedRow[] {
  if (before.length === 0) return rows.map(entryOf);
  const known = new Map(before.map((entry) => [entry.row.id, entry]));
  return rows.map((row) => {
    const entry = known.get(row.id);
    return entry && isSameRow(entry.row, row) ? entry : entryOf(row);
  });
}

function entryOf(row: TransactionRow): SearchedRow {
  return { row, key: searchKey(row) };
}

function isSameRow(one: TransactionRow, other: TransactionRow): boolean {
  const fields = Object.keys(one);
  const isSame = (field: string) => one[field] === other[field] || field === 'lines';
  return fields.length === Object.keys(other).length && fields.every(isSame) && sameValue(one.lines, other.lines);
}

/** Those that have the tokens and count. Of a split row, only lines in the categories that the filter names count. */
function narrowed(
  among: SearchedRow[],
  { tokens, today, counted }: Pick<Filter, 'tokens'> & { today: string; counted: Counts | null },
) {
  // Accounts and budgets were chosen by who asks.
  const own = tokens.filter(({ kind }) => kind !== 'account' && kind !== 'budget');
  if (own.length === 0 && !counted)
    return { entries: among, sum: among.reduce((sum, { row }) => sum + signedCents(row), 0) };
  const [hasTokens, isNamed] = [tokenTest(own, today), categoryTest(own)];
  const entries: SearchedRow[] = [];
  let sum = 0;
  for (const entry of among) {
    if (!hasTokens(entry)) continue;
    const parts = countedParts(entry.row).filter((part) => isNamed(part) && (!counted || counts(counted, part)));
    if (parts.length === 0) continue;
    entries.push(entry);
    sum += sumOfParts(entry.row, parts);
  }
  return { entries, sum };
}

function mended({ entries, stale, fresh }: Ordered, column: Column): SearchedRow[] {
  const compare = comparison(column);
  const added = fresh.filter((entry) => !stale.has(entry)).sort(compare);
  return merged(entries, stale, added, compare);
}
