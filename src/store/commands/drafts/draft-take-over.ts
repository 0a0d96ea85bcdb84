/** Command `draft.take-over`. */
import * as v from 'valibot';
import { Id } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { keepDraft } from './draft-keep.ts';

const Handed = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    userId: Id,
    drafts: v.array(
      v.object({
        form: v.string(),
        values: v.unknown(),
        from: v.optional(v.unknown()),
        writer: v.string(),
        keptAt: v.pipe(v.string(), v.isoTimestamp()),
      }),
    ),
  }),
);

/**
 * Stores the drafts in `text`, JSON that an earlier page wrote, if they are this user's. What another tab has written
 * since stays.
 */
export async function storeHandedDrafts(db: Database, text: string): Promise<void> {
  const handed = v.safeParse(Handed, text);
  if (!handed.success || handed.output.userId !== db.userId) return;
  for (const draft of handed.output.drafts) {
    const stored = await db.drafts.get(draft.form);
    if (!stored || stored.keptAt < draft.keptAt) await keepDraft(db, draft);
  }
}
