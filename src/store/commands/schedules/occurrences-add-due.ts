/** Command `occurrences.add-due`: adds what schedules say until today. No user asks for it; devices do it. */
import { filled, ROWS_IN_ONE } from '#domain/mutations/mutation-slices';
import { noteAction } from '../../actions/actions.ts';
import type { Database } from '../../database/database.ts';
import { readDue } from '../../queries/schedules/due.ts';
import { type Actor, commitAction } from '../commit/commit.ts';
import { categoriesOfOccurrences } from './occurrence-categories.ts';
import { insertsOf } from './occurrence-rows.ts';

/** More than so many are not added without a question. Somebody may have mistyped the year of a start. */
export const ADDED_UNASKED = 500;

/** `added`: how many occurrences. `left`: how many are due, would be added, and wait for the user's word. */
export interface DueAdded {
  added: number;
  left: number;
}

/**
 * Adds what is due in the order of dates, with the dates on which it was due. Where more than ADDED_UNASKED are due, it
 * adds nothing unless `asked`, and then so many.
 */
export async function addDueOccurrences(
  db: Database,
  actor: Actor,
  { asked = false }: { asked?: boolean } = {},
  now: Date = new Date(),
): Promise<DueAdded> {
  // One transaction, so that of two tabs the second sees what the first has added.
  return db.transaction('rw', db.tables, async () => {
    const { toAdd: due, waitsForLost } = await readDue(db, now);
    // An occurrence may be among what a restored server lost.
    if (waitsForLost) return { added: 0, left: 0 };
    if (due.length === 0 || (due.length > ADDED_UNASKED && !asked)) return { added: 0, left: due.length };
    const some = due.slice(0, ADDED_UNASKED);
    const categories = await categoriesOfOccurrences(db, some, now);
    const rows = some.map((one) => insertsOf(one, one, { now, asked: false }));
    const mutations = filled(rows, ROWS_IN_ONE.imported).map((operations) => ({ operations, apart: true }));
    const committed = await commitAction(db, actor, [...categories, ...mutations], {
      now,
      note: (action, part) => noteAction(db, { ...action, isAutomatic: true }, part),
    });
    return { added: committed.ok ? some.length : 0, left: due.length - some.length };
  });
}
