/** Command `action.redo`: does again what the user has undone on this device. */
import { type Outcome, refuseForm } from '#domain/outcome';
import { type ActionPart, dropUndone, noteRedone, readUndone, type UndonePart } from '../../actions/actions.ts';
import type { Database } from '../../database/database.ts';
import type { Step } from '../../undo/undoable.ts';
import type { Actor } from '../commit/commit.ts';
import { takeSteps } from './take-steps.ts';

/**
 * Takes the undo of the action back, under the same rules as an undo (S74). What had left the outbox is entered again,
 * as far as the rows show what it was about. `left` is the number of rows that stay, at least in part. Refused as
 * `changed` when nothing can be done again, and as `not_found` when the action is not on the list of what was undone.
 */
export async function redoAction(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ left: number }, never, 'changed' | 'not_found'>> {
  const undone = readUndone(db).find(({ action }) => action.id === id);
  if (!undone) return refuseForm('not_found');
  const steps = new Map(undone.parts.map((one) => [stepOf(one), one]));
  const taken = await takeSteps(db, actor, [...steps.keys()], { now, later: new Map() });
  if (taken.parts.length === 0) {
    // Another one may have to be done again before it, if it is not the last one.
    if (readUndone(db)[0] === undone) dropUndone(db, id);
    return refuseForm('changed');
  }
  const redone = new Map([...steps].map(([{ part }, one]) => [one.part.mutationId, doneAgain(one, part, taken.parts)]));
  const standing = undone.action.parts.flatMap(
    (part) => redone.get(part.mutationId) ?? (redone.has(part.mutationId) ? [] : [part]),
  );
  noteRedone(db, undone.action, standing);
  return { ok: true, left: taken.left };
}

/** A part that a worker did, or an undo of it, is read once. */
function stepOf({ part, by }: UndonePart): Step {
  return by ? { part: { ...by } } : { part: { ...part }, isAgain: true };
}

/** What stands of the part now: what did it again, or the part itself where its undo has left the outbox. */
function doneAgain({ part }: UndonePart, step: ActionPart, taken: readonly UndonePart[]): ActionPart | null {
  const found = taken.find((one) => one.part === step);
  return found ? (found.by ?? part) : null;
}
