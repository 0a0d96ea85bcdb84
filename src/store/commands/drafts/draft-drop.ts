/** Command `draft.drop`. */
import type { Database } from '../../database/database.ts';
import { dropSaved, type SavedDraft } from '../../database/drafts.ts';

/** Forgets what was typed, unless another tab has typed into the same form since. */
export async function dropDraft(db: Database, draft: SavedDraft): Promise<void> {
  await db.transaction('rw', db.drafts, async () => dropSaved(db, draft));
}
