/** Finds the pages of the ledger that a Dexie `storagemutated` event names. */
import type { IntervalTree, ObservabilitySet } from 'dexie';
import type { Database } from '../database/database.ts';
import { pagesTableName } from '../ledger/ledger.ts';

export interface ChangedPage {
  scope: string;
  month: string;
  part: number;
}

/**
 * The changed pages; empty when the event is about something else. `all` when the event names a range, as Dexie does
 * for 50 and more records at once and for deleted ranges, after a return from the back-forward cache, and for a key
 * that is no page's. Events come from every tab, worker and database of this origin.
 */
export function changedPages(db: Database, parts: ObservabilitySet): 'all' | ChangedPage[] {
  // Dexie sends this after a page came back from the browser's back-forward cache.
  if ('all' in parts) return 'all';
  const table = `idb://${db.name}/${pagesTableName(db)}/`;
  const pages = new Map<string, ChangedPage>();
  // Dexie lists deleted keys apart.
  for (const part of [table, `${table}:dels`]) {
    for (const key of keysOf(parts[part])) {
      const page = pageOf(key);
      if (!page) return 'all';
      pages.set(`${page.scope} ${page.month} ${page.part}`, page);
    }
  }
  return [...pages.values()];
}

/** The keys in the tree; a range of several keys becomes null. */
function keysOf(tree: IntervalTree | null | undefined): unknown[] {
  if (!tree || !('from' in tree)) return [];
  const key = sameKey(tree.from, tree.to) ? tree.from : null;
  return [...keysOf(tree.l), key, ...keysOf(tree.r)];
}

function sameKey(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((part, at) => part === b[at]);
  return a === b;
}

function pageOf(key: unknown): ChangedPage | null {
  if (!Array.isArray(key)) return null;
  const [scope, month, part]: unknown[] = key;
  if (typeof scope !== 'string' || typeof month !== 'string' || typeof part !== 'number') return null;
  return { scope, month, part };
}
