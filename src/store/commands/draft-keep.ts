/** Command `draft.keep`. */
import type { Database } from '../database/database.ts';
import { oldestKept } from '../database/drafts.ts';
import type { Draft } from '../database/records.ts';

/**
 * Keeps what is typed into a form of a page that ends now. All requests are made before this returns; Dexie would make
 * them a moment later, and the browser would drop them. Throws where the database is closed.
 */
export function keepDraftAtOnce(db: Database, draft: Omit<Draft, 'keptAt'>, now: Date = new Date()): void {
  const transaction = db.backendDB().transaction('drafts', 'readwrite');
  transaction.objectStore('drafts').put({ ...draft, keptAt: now.toISOString() });
  transaction.commit();
}

/** Keeps what is typed into a form, in place of what was kept of it before. Old drafts of all forms go. */
export async function keepDraft(db: Database, draft: Omit<Draft, 'keptAt'>, now: Date = new Date()): Promise<void> {
  await db.transaction('rw', db.drafts, async () => {
    await db.drafts.where('keptAt').below(oldestKept(now)).delete();
    await db.drafts.put({ ...draft, keptAt: now.toISOString() });
  });
}
