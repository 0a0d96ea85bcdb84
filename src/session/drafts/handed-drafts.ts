/**
 * Drafts that a page does not know to be stored. The browser drops writes of a page that ends, or a newer version of
 * the app has upgraded the database in another tab. They go from this page to the next one of the same tab.
 */
import { storeHandedDrafts } from '#store/commands/drafts/draft-take-over';
import type { Database } from '#store/database/database';
import type { Draft } from '#store/database/records';

const KEY = 'carryover.drafts';

/** Called when the page ends. What was handed over earlier goes. */
export function handOver(userId: string, drafts: readonly Draft[]): void {
  try {
    sessionStorage.removeItem(KEY);
    if (drafts.length > 0) sessionStorage.setItem(KEY, JSON.stringify({ userId, drafts }));
  } catch {
    // A browser without storage for a tab keeps nothing.
  }
}

/** Stores what the page before the reload could not store. Another user's drafts are dropped unread. */
export async function takeHandedDrafts(db: Database): Promise<void> {
  try {
    const text = sessionStorage.getItem(KEY);
    if (text === null) return;
    sessionStorage.removeItem(KEY);
    await storeHandedDrafts(db, text);
  } catch {
    // The app opens, with or without them.
  }
}
