/**
 * What was typed and not saved, one draft for each form. It never leaves this device. Where the same form is open
 * twice, the last writer wins. A form takes only its own draft away, never a newer one of another tab.
 */
import type { Database } from './database.ts';
import type { Draft } from './records.ts';

/** A draft as the form last wrote or showed it. */
export type SavedDraft = Pick<Draft, 'form' | 'writer'>;

/** Nobody misses text that they left so long ago; days. */
const KEPT_DAYS = 30;

/** Drafts from before this moment are old; ISO. */
export function oldestKept(now: Date): string {
  return new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString();
}

/** Removes the draft, unless another form has written since. Runs inside the caller's transaction. */
export async function dropSaved(db: Database, draft: SavedDraft | undefined): Promise<void> {
  if (!draft) return;
  // By its key: Dexie lets everything else of a transaction wait for the deletion of a collection.
  const stored = await db.drafts.get(draft.form);
  if (stored?.writer === draft.writer) await db.drafts.delete(draft.form);
}
