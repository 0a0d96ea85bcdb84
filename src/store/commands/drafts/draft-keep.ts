/** Command `draft.keep`. */
import type { Database } from '../../database/database.ts';
import { oldestKept } from '../../database/drafts.ts';
import type { Draft } from '../../database/records.ts';

/**
 * Keeps what is typed into a form of a page that ends now. All requests are made before this returns; Dexie would make
 * them a moment later, and the browser would drop them. It may drop these as well. Throws where the database is closed.
 */
export function keepDraftAtOnce(db: Database, draft: Draft): void {
  const transaction = db.backendDB().transaction('drafts', 'readwrite');
  transaction.objectStore('drafts').put(draft);
  transaction.commit();
}

/** Keeps what is typed into a form, in place of what was kept of it before. Old drafts of all forms go. */
export async function keepDraft(db: Database, draft: Draft): Promise<void> {
  await db.transaction('rw', db.drafts, async () => {
    await db.drafts
      .where('keptAt')
      .below(oldestKept(new Date(draft.keptAt)))
      .delete();
    await db.drafts.put(draft);
  });
}
