/** Command `deed.undo`: takes back what the user did on this device. */
import { type Outcome, refuseForm } from '#domain/outcome';
import type { Database } from '../../database/database.ts';
import { canBeUndone } from '../../deeds/can-be-undone.ts';
import { type DeedPart, dropDeed, noteUndone, readDeeds } from '../../deeds/deeds.ts';
import { laterThan } from '../../deeds/later.ts';
import { lazyPart, packPart } from '../../deeds/packed-part.ts';
import type { Actor } from '../commit/commit.ts';
import { takeSteps } from './take-steps.ts';

/**
 * Takes back what of the deed still stands. What was never sent leaves the outbox; for the rest, a mutation asks the
 * server, which checks once more that nobody has changed it. `left` is the number of rows that stay, at least in part.
 * `deed.redo` with the same id does it again. Refused as `changed` when nothing can be taken back any more, as `final`
 * when a part of the deed has no way back, and as `not_found` when the deed is not on the list.
 */
export async function undoDeed(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ left: number }, never, 'changed' | 'final' | 'not_found'>> {
  const deeds = readDeeds(db);
  const deed = deeds.find((one) => one.id === id);
  if (!deed) return refuseForm('not_found');
  // A part that a worker did is read once.
  const parts = deed.parts.map((part): DeedPart => ({ ...part }));
  if (!parts.every(({ operations }) => canBeUndone(operations))) {
    dropDeed(db, id);
    return refuseForm('final');
  }
  const later = laterThan(deeds.slice(0, deeds.indexOf(deed)), parts);
  const steps = parts.map((part) => ({ part }));
  const taken = await takeSteps(db, actor, steps, { now, later });
  if (taken.parts.length === 0) {
    // A later deed may have to be undone before it, if it is not the last one.
    if (readDeeds(db)[0] === deed) dropDeed(db, id);
    return refuseForm('changed');
  }
  const kept = taken.parts.map(({ part, by }) => {
    return { part: deed.parts[parts.indexOf(part)] ?? part, by: by && lazyPart(packPart(by)) };
  });
  noteUndone(db, { deed, parts: kept });
  return { ok: true, left: taken.left };
}
