/**
 * Keeps the indexes of the queried scopes in step with the database. A change only marks pages. The next query reads
 * them again, so a burst of changes costs one read.
 */
import { Dexie, liveQuery, type ObservabilitySet, type Subscription } from 'dexie';
import type { Database } from '../database/database.ts';
import { readPages } from '../ledger/ledger.ts';
import { readScope } from '../ledger/many-pages.ts';
import { readAliases } from '../outbox/aliases.ts';
import { type ChangedPage, changedPages } from './changed-pages.ts';
import type { SearchQuery, SearchWindow } from './query.ts';
import { orderComparison } from './sorting.ts';
import { TransactionIndex } from './transaction-index.ts';

interface Indexed {
  index: TransactionIndex;
  /** Pages to read before the next answer, by name. */
  stale: 'all' | Map<string, ChangedPage>;
}

export class Searcher {
  readonly #db: Database;
  readonly #report: (scope: string) => void;
  readonly #scopes = new Map<string, Indexed>();
  readonly #listen = (parts: ObservabilitySet) => this.#mark(changedPages(this.#db, parts));
  readonly #renames: Subscription;
  /** The open renames as one text, to compare. Those that are found first may be newer than an index. */
  #aliases = '[]';

  /** `report` is called with the scope of every change in a queried scope. */
  constructor(db: Database, report: (scope: string) => void) {
    this.#db = db;
    this.#report = report;
    Dexie.on('storagemutated', this.#listen);
    // A rename changes no page. Its entry is also written again when its names stay as they are.
    this.#renames = liveQuery(() => readAliases(db)).subscribe((aliases) => {
      const text = JSON.stringify(aliases);
      if (this.#aliases !== text) this.#mark('all');
      this.#aliases = text;
    });
  }

  /** The window into one source, or into several merged in the query's order. */
  async window({ sources, ...query }: SearchQuery): Promise<SearchWindow> {
    const indexes = await Promise.all(sources.map(({ scope }) => this.#index(scope)));
    const [index] = indexes;
    if (index && sources.length === 1) return index.window(query, sources[0]);
    const end = query.offset + query.limit;
    const windows = sources.map((source, at) => indexes[at]?.window({ ...query, offset: 0, limit: end }, source));
    const rows = windows.flatMap((window) => window?.rows ?? []);
    rows.sort(orderComparison(query.order));
    return {
      rows: rows.slice(query.offset, end),
      total: windows.reduce((total, window) => total + (window?.total ?? 0), 0),
      sum: windows.reduce((sum, window) => sum + (window?.sum ?? 0), 0),
    };
  }

  /** The index of a scope, as the database is now. */
  async #index(scope: string): Promise<TransactionIndex> {
    let indexed = this.#scopes.get(scope);
    if (!indexed) {
      indexed = { index: new TransactionIndex(), stale: 'all' };
      this.#scopes.set(scope, indexed);
    }
    await this.#refresh(scope, indexed);
    return indexed.index;
  }

  close(): void {
    Dexie.on.storagemutated.unsubscribe(this.#listen);
    this.#renames.unsubscribe();
    this.#scopes.clear();
  }

  #mark(changed: 'all' | ChangedPage[]): void {
    for (const [scope, indexed] of this.#scopes) {
      const pages = changed === 'all' ? 'all' : changed.filter((page) => page.scope === scope);
      if (pages.length === 0) continue;
      if (pages === 'all') indexed.stale = 'all';
      else if (indexed.stale !== 'all') {
        for (const page of pages) indexed.stale.set(`${page.month} ${page.part}`, page);
      }
      this.#report(scope);
    }
  }

  /** Reads the marked pages, and repeats while new marks come: a page that was read before a change may lack it. */
  async #refresh(scope: string, indexed: Indexed): Promise<void> {
    while (indexed.stale === 'all' || indexed.stale.size > 0) {
      const { stale } = indexed;
      indexed.stale = new Map();
      try {
        if (stale === 'all') {
          const index = new TransactionIndex();
          index.setPages(await readScope(this.#db, scope));
          indexed.index = index;
        } else {
          const names = [...stale.values()];
          const pages = await readPages(this.#db, scope, names);
          indexed.index.setPages(names.map((name, at) => pages[at] ?? name));
        }
      } catch (error) {
        indexed.stale = 'all';
        throw error;
      }
    }
  }
}
