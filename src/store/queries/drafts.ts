/** What was typed and not saved. */
import type { Database } from '../database/database.ts';
import { oldestKept } from '../database/drafts.ts';
import type { Draft } from '../database/records.ts';

/** The draft of a form; null when there is none, or only one that is too old. */
export async function findDraft(db: Database, form: string, now: Date = new Date()): Promise<Draft | null> {
  const draft = await db.drafts.get(form);
  return draft && draft.keptAt >= oldestKept(now) ? draft : null;
}

/** The drafts of all forms whose names begin so, the newest first. */
export async function draftsOf(db: Database, begin: string, now: Date = new Date()): Promise<Draft[]> {
  const found = await db.drafts.where('form').startsWith(begin).toArray();
  return found
    .filter(({ keptAt }) => keptAt >= oldestKept(now))
    .sort((one, other) => (one.keptAt < other.keptAt ? 1 : -1));
}
