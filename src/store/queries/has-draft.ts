import type { Database } from '../database/database.ts';

/** Whether there is a draft of a form whose name begins so. Screens load the code for drafts only then. */
export async function hasDraft(db: Database, begin: string): Promise<boolean> {
  return (await db.drafts.where('form').startsWith(begin).count()) > 0;
}
