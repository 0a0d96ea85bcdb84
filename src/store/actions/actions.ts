/**
 * What the user did on this device since the database was opened, as far as it can be undone, and what of that they
 * have undone. The lists are in memory: they end with the tab or the log-out, and nothing has to be cleaned up.
 */

import { idIn, isOnTransaction } from '#domain/mutations/operation-groups';
import type { Operation, Taken } from '#domain/mutations/operations';
import type { Database } from '../database/database.ts';
import type { KeptRow } from '../database/records.ts';

/** One mutation of an action. */
export interface ActionPart {
  mutationId: string;
  /** The action that the mutation belongs to. Absent where it is one by itself. */
  action?: string;
  operations: Operation[];
  /** The rows that it changed or deleted, as the user saw them before. */
  before: KeptRow[];
  /** Of a merge: what it took, as the user saw it. */
  taken?: Taken | undefined;
  /** Its transactions are independent of each other. */
  apart?: true;
}

/** What one command did. A large one makes several mutations. */
export interface Action {
  id: string;
  /** The device did it by itself, so the last thing that the user did is another one. */
  isAutomatic?: true;
  /** This device's clock, ISO. */
  at: string;
  /** In the order in which they were made. */
  parts: readonly ActionPart[];
  /** Of an action that was done again: as it was first done. The list describes it by that. */
  first?: readonly ActionPart[];
}

/** An action that was undone. A redo takes that back. */
export interface Undone {
  action: Action;
  /** In the order in which they were undone. What was not undone is not among them. */
  parts: readonly UndonePart[];
}

export interface UndonePart {
  part: ActionPart;
  /** The mutation that took it back; null where it left the outbox. */
  by: ActionPart | null;
}

/** Further back nobody undoes. */
const LIMIT = 50;

const NONE: readonly never[] = [];
const actions = new WeakMap<Database, readonly Action[]>();
const undone = new WeakMap<Database, readonly Undone[]>();
const listeners = new Set<() => void>();

/** The user's actions, newest first. The same array as long as nothing changes. */
export function readActions(db: Database): readonly Action[] {
  return actions.get(db) ?? NONE;
}

/** What the user has undone and can do again, the last one first. The same array as long as nothing changes. */
export function readUndone(db: Database): readonly Undone[] {
  return undone.get(db) ?? NONE;
}

/** Calls the listener after each change of the lists. Returns how to stop that. */
export function watchActions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type Noted = Pick<Action, 'id' | 'at' | 'isAutomatic'>;

/**
 * Adds a mutation to the action with this id, which begins with its first one. Nothing can be done again after it,
 * unless the device did it by itself.
 */
export function noteAction(db: Database, noted: Noted, part: ActionPart): void {
  const before = readActions(db);
  const [newest] = before;
  const isBegun = newest?.id === noted.id;
  const action = isBegun ? { ...newest, parts: [...newest.parts, part] } : { ...noted, parts: [part] };
  const done = [action, ...(isBegun ? before.slice(1) : before)];
  write(db, done, noted.isAutomatic ? readUndone(db) : []);
}

/** The last thing that the user did; null where nothing is left. */
export function lastAction(db: Database): Action | null {
  return readActions(db).find(({ isAutomatic }) => !isAutomatic) ?? null;
}

/** Takes the action off the list. */
export function dropAction(db: Database, id: string): void {
  write(db, without(readActions(db), id), readUndone(db));
}

/** The action was undone, and can be done again. */
export function noteUndone(db: Database, one: Undone): void {
  write(db, without(readActions(db), one.action.id), [one, ...readUndone(db)]);
}

/** The action was done again. `parts`: what of it stands now. */
export function noteRedone(db: Database, { id, at, first, parts: done }: Action, parts: readonly ActionPart[]): void {
  write(db, [{ id, at, parts, first: first ?? done }, ...readActions(db)], withoutUndone(db, id));
}

/** What was undone cannot be done again: this action of it, or without an id none. */
export function dropUndone(db: Database, id?: string): void {
  if (readUndone(db).length > 0) write(db, readActions(db), id === undefined ? [] : withoutUndone(db, id));
}

/** Whether the action is about more transactions than that. A large action is not read to its end. */
export function isAboutMoreThan({ parts }: Action, rows: number): boolean {
  const ids = new Set<string>();
  for (const { operations } of parts) {
    for (const operation of operations) if (isOnTransaction(operation)) ids.add(idIn(operation));
    if (ids.size > rows) return true;
  }
  return false;
}

function without(all: readonly Action[], id: string): Action[] {
  return all.filter((action) => action.id !== id);
}

function withoutUndone(db: Database, id: string): Undone[] {
  return readUndone(db).filter(({ action }) => action.id !== id);
}

function write(db: Database, done: readonly Action[], again: readonly Undone[]): void {
  actions.set(db, done.slice(0, LIMIT));
  undone.set(db, again.slice(0, LIMIT));
  for (const listener of listeners) listener();
}
