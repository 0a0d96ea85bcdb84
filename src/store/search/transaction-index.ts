/**
 * The transactions of one scope in memory, page by page as the ledger keeps them, to be filtered and sorted while somebody
 * types. A changed page is taken in alone: the rest keeps its place in the order that is in use. Pure: it knows neither the
 * database nor the worker it lives in.
 */
import { filterKey, NEWEST_FIRST, type Order, searchKey } from '#domain/transactions';
import type { Page, PageName } from '../ledger.ts';
import type { SearchQuery, SearchWindow } from './query.ts';
import { type Column, comparison, type Entry, merged, sorted, turned } from './sorting.ts';

/** After changes of more than this share of all rows an order is made afresh. */
const MERGE_SHARE = 0.1;

/** Entries in the ascending order of a column, and the changes that they do not show yet. */
interface Ordered {
  entries: Entry[];
  stale: Set<Entry>;
  fresh: Entry[];
}

export class TransactionIndex {
  readonly #pages = new Map<string, Entry[]>();
  /** All entries in the ledger's order; null until asked for after a change. */
  #newestFirst: Entry[] | null = [];
  /** The orders that were asked for: to compare a hundred thousand texts takes a quarter of a second, to turn or mend them little. */
  readonly #ascending = new Map<Column, Ordered>();
  /** The order that is in use, and its entries. */
  #order: Order = NEWEST_FIRST;
  #ordered: Entry[] | null = null;
  /** What the filter in use finds, in the order in use. */
  #found: { text: string; entries: Entry[] } | null = null;

  /** Takes a page's rows, newest first, in the place of what was known of it; none when the page is gone. */
  setPages(pages: readonly (PageName & Partial<Pick<Page, 'rows'>>)[]): void {
    const stale = new Set<Entry>();
    const fresh: Entry[] = [];
    for (const { month, part, rows = [] } of pages) {
      const name = `${month} ${part.toString().padStart(4, '0')}`;
      for (const entry of this.#pages.get(name) ?? []) stale.add(entry);
      const entries = rows.map((row) => ({ row, key: searchKey(row) }));
      for (const entry of entries) fresh.push(entry);
      if (entries.length > 0) this.#pages.set(name, entries);
      else this.#pages.delete(name);
    }
    this.#newestFirst = null;
    this.#found = null;
    this.#ordered = null;
    for (const [column, ordered] of this.#ascending) {
      const isKept = ordered.fresh.length + fresh.length <= ordered.entries.length * MERGE_SHARE;
      if (isKept) noteChanges(ordered, stale, fresh);
      else this.#ascending.delete(column);
    }
  }

  window({ text, order, offset, limit }: Omit<SearchQuery, 'scope'>): SearchWindow {
    const found = this.#find(filterKey(text), this.#inOrder(order));
    return { total: found.length, rows: found.slice(offset, offset + limit).map(({ row }) => row) };
  }

  #inOrder(order: Order): Entry[] {
    if (order.column !== this.#order.column || order.direction !== this.#order.direction) {
      this.#order = order;
      this.#ordered = null;
      this.#found = null;
    }
    this.#ordered ??= this.#arrange(order);
    return this.#ordered;
  }

  #arrange({ column, direction }: Order): Entry[] {
    // The ledger's own order costs no comparison: the pages stand in it.
    if (column === 'date') return direction === 'descending' ? this.#all() : this.#all().toReversed();
    const entries = this.#inAscending(column);
    return direction === 'ascending' ? entries : turned(entries, column);
  }

  #inAscending(column: Column): Entry[] {
    const kept = this.#ascending.get(column);
    if (kept && kept.stale.size + kept.fresh.length === 0) return kept.entries;
    const entries = kept ? mended(kept, column) : sorted(this.#all(), column);
    this.#ascending.set(column, { entries, stale: new Set(), fresh: [] });
    return entries;
  }

  /** Everything that a longer text finds, its beginning finds too, so typing on narrows down what was found before. */
  #find(text: string, entries: Entry[]): Entry[] {
    if (text === '') return entries;
    if (this.#found?.text === text) return this.#found.entries;
    const among = this.#found && text.includes(this.#found.text) ? this.#found.entries : entries;
    const found = among.filter(({ key }) => key.includes(text));
    this.#found = { text, entries: found };
    return found;
  }

  /** The ledger's order: newest month first, and within it the parts in their order. */
  #all(): Entry[] {
    if (this.#newestFirst) return this.#newestFirst;
    const byMonth = Map.groupBy([...this.#pages.keys()].sort(), (name) => name.slice(0, 7));
    const names = [...byMonth.values()].reverse().flat();
    this.#newestFirst = names.flatMap((name) => this.#pages.get(name) ?? []);
    return this.#newestFirst;
  }
}

function noteChanges(ordered: Ordered, stale: Iterable<Entry>, fresh: Iterable<Entry>): void {
  for (const entry of stale) ordered.stale.add(entry);
  for (const entry of fresh) ordered.fresh.push(entry);
}

function mended({ entries, stale, fresh }: Ordered, column: Column): Entry[] {
  const isLeft = (entry: Entry) => !stale.has(entry);
  const compare = comparison(column);
  return merged(entries.filter(isLeft), fresh.filter(isLeft).sort(compare), compare);
}
