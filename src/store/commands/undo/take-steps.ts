/** How `action.undo` and `action.redo` take parts of an action back, or do them again. */
import { renamesRows } from '#domain/mutations/renames';
import type { TransactionRow } from '#domain/rows';
import type { ActionPart, UndonePart } from '../../actions/actions.ts';
import type { Later } from '../../actions/later.ts';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import type { OutboxEntry } from '../../database/records.ts';
import { Changeset } from '../../optimistic/changeset.ts';
import { commitMutations } from '../../optimistic/mutations.ts';
import { actionOf } from '../../outbox/action-of.ts';
import { Needed } from '../../outbox/dependencies.ts';
import { waitingEntries } from '../../outbox/outbox.ts';
import { takeOut } from '../../resolve/take-out.ts';
import { type Step, undoableOf } from '../../undo/undoable.ts';
import { presentNaming } from '../commit/chosen-categories.ts';
import type { Actor } from '../commit/commit.ts';

interface StepsTaken {
  /** What was done, in this order. A step of which nothing could be done is not among it. */
  parts: UndonePart[];
  /** Number of operations that are left out, at least in part. */
  left: number;
}

/**
 * Takes the steps, the last one first. What was never sent leaves the outbox; for the rest, mutations ask the server,
 * which checks once more that nobody has changed it. `later`: what the user did since, which stays.
 */
export function takeSteps(
  db: Database,
  actor: Actor,
  given: readonly Step[],
  { now, later }: { now: Date; later: Later },
): Promise<StepsTaken> {
  const steps = given.every(({ part }) => renames(part)) ? given : given.toReversed();
  return db.transaction('rw', db.tables, async () => {
    const unsent = await unsentAmong(db, steps);
    await takeOut(db, [...unsent.values()]);
    const sent = steps.filter((step) => !unsent.has(step));
    const undoable = await undoableOf(db, new Changeset(db), sent, later);
    const possible = sent.flatMap((step, at) => {
      const operations = undoable[at]?.operations ?? [];
      return operations.length > 0 ? [{ step, operations }] : [];
    });
    const made = await enterSteps(db, actor, possible, { now, seen: undoable.flatMap(({ seen }) => seen) });
    const by = new Map(possible.map(({ step }, at) => [step, made[at] ?? null]));
    const parts = steps.flatMap((step): UndonePart[] => {
      return unsent.has(step) || by.has(step) ? [{ part: step.part, by: by.get(step) ?? null }] : [];
    });
    return { parts, left: undoable.reduce((sum, { left }) => sum + left, 0) };
  });
}

/**
 * Renames are taken back in the order in which they were made: the server takes the name of a category that nobody has
 * for a deleted one, so the account that has the category goes first.
 */
function renames({ operations }: ActionPart): boolean {
  return operations.every(renamesRows);
}

async function enterSteps(
  db: Database,
  actor: Actor,
  steps: readonly { step: Step; operations: ActionPart['operations'] }[],
  { now, seen }: { now: Date; seen: TransactionRow[] },
): Promise<ActionPart[]> {
  if (steps.length === 0) return [];
  const mutations = steps.map(({ step: { part, isAgain }, operations }) => ({
    operations,
    apart: part.apart,
    undoes: isAgain ? undefined : actionOf({ id: part.mutationId, action: part.action }),
  }));
  const action = mutations.length > 1 ? newId() : undefined;
  const underPresentNames = presentNaming(db, { now, seen });
  const context = { userId: actor.userId, userEmail: actor.email, now, seen, action, underPresentNames };
  return commitMutations(db, mutations, context);
}

/** The entries of those steps that may leave the outbox: never sent, with nothing else in them, and not needed. */
async function unsentAmong(db: Database, steps: readonly Step[]): Promise<Map<Step, OutboxEntry>> {
  const byMutation = new Map(steps.flatMap((step) => (step.isAgain ? [] : [[step.part.mutationId, step] as const])));
  const unsent = new Map<Step, OutboxEntry>();
  const needed = new Needed();
  // The last one first: what only such entries need may leave with them.
  for (const entry of (await waitingEntries(db)).reverse()) {
    const step = byMutation.get(entry.id);
    if (step && isAlone(entry, step.part) && !needed.has(entry)) unsent.set(step, entry);
    else needed.add(entry);
  }
  return unsent;
}

/** Whether the entry was never sent and holds nothing but this: no other edit coalesced with it. */
function isAlone({ state, attempts, operations }: OutboxEntry, part: ActionPart): boolean {
  if (state !== 'pending' || attempts > 0) return false;
  return operations.length > 1 || JSON.stringify(operations) === JSON.stringify(part.operations);
}
