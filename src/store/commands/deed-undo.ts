/** Command `deed.undo`: takes back what the user did on this device. */
import { type Outcome, refuseForm } from '#domain/outcome';
import type { Database } from '../database/database.ts';
import type { OutboxEntry } from '../database/records.ts';
import { Changeset } from '../optimistic/changeset.ts';
import { commitMutations } from '../optimistic/mutations.ts';
import { Needed } from '../outbox/dependencies.ts';
import { waitingEntries } from '../outbox/outbox.ts';
import { takeOut } from '../resolve/take-out.ts';
import { canBeUndone } from '../undo/can-be-undone.ts';
import { type DeedPart, dropDeed, readDeeds } from '../undo/deeds.ts';
import { undoableOf } from '../undo/undoable.ts';
import { presentNaming } from './chosen-categories.ts';
import type { Actor } from './commit.ts';

/**
 * Takes back what of the deed still stands. What was never sent leaves the outbox; for the rest, a mutation asks the
 * server, which checks once more that nobody has changed it. `left` is the number of rows that stay, at least in part.
 * Refused as `changed` when nothing can be taken back any more, as `final` when a part of the deed has no way back, and
 * as `not_found` when the deed is not on the list.
 */
export async function undoDeed(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ left: number }, never, 'changed' | 'final' | 'not_found'>> {
  const deed = readDeeds(db).find((one) => one.id === id);
  if (!deed) return refuseForm('not_found');
  // A part that a worker did is read once.
  const made = deed.parts.map((part): DeedPart => ({ ...part }));
  const parts = made.every(renames) ? made : made.reverse();
  if (!parts.every(({ operations }) => canBeUndone(operations))) {
    dropDeed(db, id);
    return refuseForm('final');
  }
  const counts = await db.transaction('rw', db.tables, async () => undoParts(db, actor, parts, now));
  dropDeed(db, id);
  return counts.taken > 0 ? { ok: true, left: counts.left } : refuseForm('changed');
}

/**
 * Such parts are undone in the order in which they were made: the server takes the name of a category that nobody has
 * for a deleted one, so the account that has the category goes first.
 */
function renames({ operations }: DeedPart): boolean {
  return operations.every((one) => one.kind === 'call' && one.name === 'category.rename');
}

/** Undoes the parts, in this order. Returns how many operations were taken back, and how many are left. */
async function undoParts(
  db: Database,
  actor: Actor,
  parts: readonly DeedPart[],
  now: Date,
): Promise<{ taken: number; left: number }> {
  const unsent = await unsentAmong(db, parts);
  await takeOut(db, [...unsent.values()]);
  const sent = parts.filter((part) => !unsent.has(part));
  const undoable = await undoableOf(db, new Changeset(db), sent);
  const mutations = undoable
    .map(({ operations }, at) => ({ operations, apart: sent[at]?.apart }))
    .filter(({ operations }) => operations.length > 0);
  if (mutations.length > 0) {
    const seen = undoable.flatMap((one) => one.seen);
    const underPresentNames = presentNaming(db, { now, seen });
    const context = { userId: actor.userId, userEmail: actor.email, now, seen, underPresentNames };
    await commitMutations(db, mutations, context);
  }
  const taken = [...unsent.keys(), ...undoable].reduce((sum, { operations }) => sum + operations.length, 0);
  return { taken, left: undoable.reduce((sum, { left }) => sum + left, 0) };
}

/** The entries of those parts that may leave the outbox: never sent, with nothing else in them, and not needed. */
async function unsentAmong(db: Database, parts: readonly DeedPart[]): Promise<Map<DeedPart, OutboxEntry>> {
  const byMutation = new Map(parts.map((part) => [part.mutationId, part]));
  const unsent = new Map<DeedPart, OutboxEntry>();
  const needed = new Needed();
  // The last one first: what only such entries need may leave with them.
  for (const entry of (await waitingEntries(db)).reverse()) {
    const part = byMutation.get(entry.id);
    if (part && isAlone(entry, part) && !needed.has(entry)) unsent.set(part, entry);
    else needed.add(entry);
  }
  return unsent;
}

/** Whether the entry was never sent and holds nothing but this: no other edit was folded into it. */
function isAlone({ state, attempts, operations }: OutboxEntry, part: DeedPart): boolean {
  if (state !== 'pending' || attempts > 0) return false;
  return operations.length > 1 || JSON.stringify(operations) === JSON.stringify(part.operations);
}
