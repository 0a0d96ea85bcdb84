/** What somebody typed without a login and did not save goes to the user with the entries, and is offered there. */
import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import type { Draft } from '../database/records.ts';
import type { CarryOver } from '../session/carry-overs.ts';

const Carried = v.object({ form: v.string(), values: v.unknown(), from: v.optional(v.unknown()) });

/**
 * The drafts as the user gets them. Rows keep their ids, so the edit of an entry finds it again. Only where an account
 * or category became one of the user's (`into`), the draft names that one, in the form's name as well.
 */
export async function draftsToCarry(local: Database, { into }: CarryOver): Promise<Draft[]> {
  const drafts = await local.drafts.toArray();
  return drafts.map((draft) => {
    const { form, values, from } = draft;
    let text = JSON.stringify({ form, values, from });
    // Ids are unique, so nothing else reads like one.
    for (const [id, own] of Object.entries(into)) text = text.replaceAll(id, own);
    return { ...draft, ...v.parse(Carried, JSON.parse(text)) };
  });
}

/** Stores them, except where the user has typed into the same form. */
export async function storeCarried(db: Database, drafts: readonly Draft[]): Promise<void> {
  const typed = new Set((await db.drafts.toArray()).map(({ form }) => form));
  await db.drafts.bulkAdd(drafts.filter(({ form }) => !typed.has(form)));
}
