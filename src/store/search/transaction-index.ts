/**
 * The transactions of one scope in memory, page by page as the ledger keeps them, to be filtered and sorted while somebody
 * types. A changed page is taken in alone: the rest keeps its place in the order that is in use. Pure: it knows neither the
 * database nor the worker it lives in.
 */
import { filterKey, NEWEST_FIRST, type Order, searchKey } from '#domain/transactions';
import type { Page, PageName } from '../ledger.ts';
import type { SearchQuery, SearchWindow } from './query.ts';
import { comparison, type Entry, merged, sorted } from './sorting.ts';

/** Changes of more than this share of all rows are sorted afresh. */
const MERGE_SHARE = 0.1;

export class TransactionIndex {
  readonly #pages = new Map<string, Entry[]>();
  /** All entries in the ledger's order; null until asked for after a change. */
  #newestFirst: Entry[] | null = [];
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
    this.#ordered = this.#ordered && this.#reordered(this.#ordered, stale, fresh);
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
    this.#ordered ??= sorted(this.#all(), order);
    return this.#ordered;
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

  #reordered(ordered: Entry[], stale: Set<Entry>, fresh: Entry[]): Entry[] | null {
    // The ledger's own order costs no comparison: the pages stand in it.
    if (this.#order.column === 'date' || fresh.length > ordered.length * MERGE_SHARE) return null;
    const compare = comparison(this.#order);
    const standing = stale.size === 0 ? ordered : ordered.filter((entry) => !stale.has(entry));
    return merged(standing, fresh.sort(compare), compare);
  }
}
