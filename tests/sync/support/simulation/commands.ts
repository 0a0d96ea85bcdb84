/**
 * Deeds by the commands that screens call. A command decides by itself what it does, so the witness notes the
 * operations that it made. A refused command changes nothing.
 */
import { expect } from 'vitest';
import { changesOccurrence } from '#domain/mutations/occurrence-calls';
import type { Operation } from '#domain/mutations/operations';
import { renamesRows } from '#domain/mutations/renames';
import { type Action, readActions, readUndone, type Undone } from '#store/actions/actions';
import type { Database } from '#store/database/database';
import { strike } from '../faults/strikes.ts';
import type { TakenBack } from '../promise/wish-book.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { expectAllowed } from './allowed.ts';
import type { Glance } from './glance.ts';
import type { Command, Stage } from './stage.ts';

export async function doCommand<T extends { ok: boolean }>(
  world: Stage,
  device: SimulatedDevice,
  command: Command<T>,
): Promise<T> {
  const { db, person } = device;
  const { evictions } = world;
  const glance = await world.witness.glance(device);
  const [before, deeds, undone] = [await contents(db), readActions(db), readUndone(db)];
  const actor = { userId: person.userId, email: person.userEmail };
  const outcome = await command(db, actor, new Date(device.now()));
  const after = await contents(db);
  if (!outcome.ok) {
    if (!world.isSyncing) expect(changedSince(before, after), 'a refused command changes nothing').toEqual([]);
    return outcome;
  }
  const undoneNow = deeds.find(({ id }) => !readActions(db).some((one) => one.id === id));
  const isUndo = undoneNow !== undefined && readActions(db).length < deeds.length;
  const redone = redoneOf(db, undone);
  const contentsNow = { before, after };
  if (isUndo || redone) leaveOut(world, contentsNow);
  const made = isUndo ? undoing(before, after) : partsOf(db, deeds, contentsNow, outcome, redone);
  if (isUndo) noteUndo(world, device, { glance, undone: undoneNow, made, isOlder: undoneNow !== deeds[0] }, outcome);
  else if (redone) noteRedo(world, device, { glance, redone, made }, outcome);
  else for (const [id, operations] of made) world.witness.note(device, glance, id, operations);
  const all = made.flatMap(([, operations]) => operations);
  const glances = world.isSyncing ? [glance, await world.witness.glance(device)] : [glance];
  expectAllowed(glances, person.userId, all);
  for (const [id] of made) {
    noteIntent(world, device, id, evictions === world.evictions);
    world.last.set(device, id);
  }
  return outcome;
}

/** Otherwise the browser removed the database at that moment, and may have removed the deed with it. */
function noteIntent(world: Stage, device: SimulatedDevice, id: string, isKept: boolean): void {
  if (isKept) world.intents.set(id, device);
  else world.witness.book.withdraw(id);
}

/** What was never sent leaves the outbox when it is undone, and so does an undo that was never sent. */
function leaveOut(world: Stage, { before, after }: Record<'before' | 'after', Contents>): void {
  for (const id of before.keys()) if (!after.has(id)) takeBack(world, id);
}

/** An undo says of how many rows it leaves something as it is. */
function noteUndo(
  { witness }: Stage,
  device: SimulatedDevice,
  { glance, undone, made, isOlder }: { glance: Glance; undone: Action; made: TakenBack['made']; isOlder: boolean },
  outcome: object,
): void {
  if (isOlder) strike('an undo of an older deed before a later one');
  const calls = made.flatMap(([, operations]) => operations.flatMap((one) => (one.kind === 'call' ? [one.name] : [])));
  if (calls.includes('category.rename')) strike('an undo of a rename');
  if (calls.includes('category.unmerge')) strike('an undo of a merge');
  const stay = witness.noteUndo(device, glance, undone, { made, left: leftIn(outcome) });
  expect(stay, 'rows that stay without a word').toEqual([]);
}

/** So does a redo. */
function noteRedo(
  { witness }: Stage,
  device: SimulatedDevice,
  { glance, redone, made }: { glance: Glance; redone: Undone; made: TakenBack['made'] },
  outcome: object,
): void {
  const stay = witness.noteRedo(device, glance, redone, { made, left: leftIn(outcome) });
  expect(stay, 'rows that are not done again, without a word').toEqual([]);
}

function leftIn(outcome: object): number {
  return 'left' in outcome && typeof outcome.left === 'number' ? outcome.left : 0;
}

/** The engine may change when a row was made, and take entries away. */
function changedSince(before: Contents, after: Contents): string[] {
  const edits = (operations: Operation[] = []) => JSON.stringify(operations.filter(({ kind }) => kind === 'patch'));
  return [...after.keys()].filter((id) => !before.has(id) || edits(before.get(id)) !== edits(after.get(id)));
}

/** An entry that the server has decided on has left for that reason. */
function takeBack({ intents, witness }: Stage, id: string): void {
  if (witness.chronicle.verdictOn(id)) return;
  intents.delete(id);
  witness.book.withdraw(id);
}

/** What was undone before the command, and stands again. */
function redoneOf(db: Database, before: readonly Undone[]): Undone | undefined {
  const now = readUndone(db);
  return before.find(({ action }) => {
    return !now.some((one) => one.action.id === action.id) && readActions(db)[0]?.id === action.id;
  });
}

/** What an undo asks of the server says so, except that an import or a schedule is in the list again. */
function undoing(before: Contents, after: Contents): [id: string, operations: Operation[]][] {
  const isUndo = (one: Operation) =>
    renamesRows(one) ||
    changesOccurrence(one) ||
    ('undo' in one && one.undo === true) ||
    (one.kind === 'insert' && (one.table === 'imports' || one.table === 'schedules'));
  const made = [...after].filter(([id, operations]) => !before.has(id) && operations.some(isUndo));
  return [...categoriesMade({ before, after }), ...made];
}

/** A command makes the categories that it names and an account lacks. They are a mutation of their own (S73). */
function categoriesMade({ before, after }: Record<'before' | 'after', Contents>): [id: string, Operation[]][] {
  const isOfCategory = (one: Operation) => one.kind === 'insert' && one.table === 'categories';
  return [...after].filter(([id, operations]) => !before.has(id) && operations.every(isOfCategory));
}

/**
 * An entry may hold more than the command did, because edits fold. The list of deeds has what it did, if it can be
 * undone.
 */
function partsOf(
  db: Database,
  deeds: ReturnType<typeof readActions>,
  { before, after }: Record<'before' | 'after', Contents>,
  outcome: object,
  redone: Undone | undefined,
): [id: string, operations: Operation[]][] {
  const [newest] = readActions(db);
  if (newest && redone) {
    const known = new Set(redone.action.parts.map(({ mutationId }) => mutationId));
    const again = newest.parts.filter(({ mutationId }) => !known.has(mutationId));
    const entered = again.map(({ mutationId, operations }): [string, Operation[]] => [mutationId, operations]);
    const ids = new Set(entered.map(([id]) => id));
    return [...entered, ...[...after].filter(([id]) => !before.has(id) && !ids.has(id))];
  }
  if (newest && newest !== deeds[0]) {
    const parts = newest.parts.map(({ mutationId, operations }): [string, Operation[]] => [mutationId, operations]);
    const known = new Set(parts.map(([id]) => id));
    return [...categoriesMade({ before, after }).filter(([id]) => !known.has(id)), ...parts];
  }
  const id = 'mutationId' in outcome && typeof outcome.mutationId === 'string' ? outcome.mutationId : null;
  if (id) return [[id, after.get(id) ?? []]];
  return 'actionId' in outcome ? [...after].filter(([one]) => !before.has(one)) : [];
}

type Contents = Map<string, Operation[]>;

async function contents(db: Database): Promise<Contents> {
  const entries = await db.outbox.where('state').notEqual('lost').toArray();
  return new Map(entries.map(({ id, operations }) => [id, operations]));
}
