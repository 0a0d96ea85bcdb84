/** Command `action.undo`: takes back what the user did on this device. */
import { type Outcome, refuseForm } from '#domain/outcome';
import { type ActionPart, dropAction, noteUndone, readActions } from '../../actions/actions.ts';
import { canBeUndone } from '../../actions/can-be-undone.ts';
import { laterThan } from '../../actions/later.ts';
import { lazyPart, packPart } from '../../actions/packed-part.ts';
import type { Database } from '../../database/database.ts';
import type { Actor } from '../commit/commit.ts';
import { takeSteps } from './take-steps.ts';

/**
 * Takes back what of the action still stands. What was never sent leaves the outbox; for the rest, a mutation asks the
 * server, which checks once more that nobody has changed it. `left` is the number of rows that stay, at least in part.
 * `action.redo` with the same id does it again. Refused as `changed` when nothing can be taken back any more, as
 * `final` when a part of the action has no way back, and as `not_found` when the action is not on the list.
 */
export async function undoAction(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ left: number }, never, 'changed' | 'final' | 'not_found'>> {
  const actions = readActions(db);
  const action = actions.find((one) => one.id === id);
  if (!action) return refuseForm('not_found');
  // A part that a worker did is read once.
  const parts = action.parts.map((part): ActionPart => ({ ...part }));
  if (!parts.every(({ operations }) => canBeUndone(operations))) {
    dropAction(db, id);
    return refuseForm('final');
  }
  const later = laterThan(actions.slice(0, actions.indexOf(action)), parts);
  const steps = parts.map((part) => ({ part }));
  const taken = await takeSteps(db, actor, steps, { now, later });
  if (taken.parts.length === 0) {
    // A later action may have to be undone before it, if it is not the last one.
    if (readActions(db)[0] === action) dropAction(db, id);
    return refuseForm('changed');
  }
  const kept = taken.parts.map(({ part, by }) => {
    return { part: action.parts[parts.indexOf(part)] ?? part, by: by && lazyPart(packPart(by)) };
  });
  noteUndone(db, { action, parts: kept });
  return { ok: true, left: taken.left };
}
