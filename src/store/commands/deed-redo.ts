/** Command `deed.redo`: does again what the user has undone on this device. */
import { type Outcome, refuseForm } from '#domain/outcome';
import type { Database } from '../database/database.ts';
import { dropUndone, noteRedone, readUndone, type Undone } from '../undo/deeds.ts';
import type { Step } from '../undo/undoable.ts';
import type { Actor } from './commit.ts';
import { takeSteps } from './take-steps.ts';

/**
 * Takes the undo of the deed back, under the same rules as an undo (S74). What had left the outbox is entered again, as
 * far as the rows show what it was about. `left` is the number of rows that stay, at least in part. Refused as
 * `changed` when nothing can be done again, and as `not_found` when the deed is not on the list of what was undone.
 */
export async function redoDeed(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ left: number }, never, 'changed' | 'not_found'>> {
  const undone = readUndone(db).find(({ deed }) => deed.id === id);
  if (!undone) return refuseForm('not_found');
  const steps = undone.parts.map(({ part, by }): Step => (by ? { part: by } : { part, isAgain: true }));
  const taken = await takeSteps(db, actor, steps, { now, later: new Map() });
  if (taken.parts.length === 0) {
    dropUndone(db, id);
    return refuseForm('changed');
  }
  noteRedone(db, undone.deed, standing(undone, taken.parts));
  return { ok: true, left: taken.left };
}

/** The parts of the deed that stand now. What was entered again is another mutation. */
function standing({ deed, parts }: Undone, redone: Undone['parts']) {
  const made = new Map(redone.map(({ part, by }) => [part, by]));
  const undone = new Map(parts.map((one) => [one.part.mutationId, one]));
  return deed.parts.flatMap((part) => {
    const how = undone.get(part.mutationId);
    if (!how) return [part];
    if (how.by) return made.has(how.by) ? [part] : [];
    return made.get(how.part) ?? [];
  });
}
