/**
 * What the user did on this device since the database was opened, as far as it can be undone, and what of that they
 * have undone. The lists are in memory: they end with the tab or the log-out, and nothing has to be cleaned up.
 */

import { idIn, isOnTransaction } from '#domain/mutations/operation-groups';
import type { Operation } from '#domain/mutations/operations';
import type { Database } from '../database/database.ts';
import type { KeptRow } from '../database/records.ts';

/** One mutation of a deed. */
export interface DeedPart {
  mutationId: string;
  /** The action that the mutation belongs to. Absent where it is one by itself. */
  action?: string;
  operations: Operation[];
  /** The rows that it changed or deleted, as the user saw them before. */
  before: KeptRow[];
  /** Its transactions are independent of each other. */
  apart?: true;
}

/** What one command did. A large one makes several mutations. */
export interface Deed {
  id: string;
  /** This device's clock, ISO. */
  at: string;
  /** In the order in which they were made. */
  parts: readonly DeedPart[];
  /** Of a deed that was done again: as it was first done. The list describes it by that. */
  first?: readonly DeedPart[];
}

/** A deed that was undone. A redo takes that back. */
export interface Undone {
  deed: Deed;
  /** In the order in which they were undone. What was not undone is not among them. */
  parts: readonly UndonePart[];
}

export interface UndonePart {
  part: DeedPart;
  /** The mutation that took it back; null where it left the outbox. */
  by: DeedPart | null;
}

/** Further back nobody undoes. */
const LIMIT = 50;

const NONE: readonly never[] = [];
const deeds = new WeakMap<Database, readonly Deed[]>();
const undone = new WeakMap<Database, readonly Undone[]>();
const listeners = new Set<() => void>();

/** The user's deeds, newest first. The same array as long as nothing changes. */
export function readDeeds(db: Database): readonly Deed[] {
  return deeds.get(db) ?? NONE;
}

/** What the user has undone and can do again, the last one first. The same array as long as nothing changes. */
export function readUndone(db: Database): readonly Undone[] {
  return undone.get(db) ?? NONE;
}

/** Calls the listener after each change of the lists. Returns how to stop that. */
export function watchDeeds(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Adds a mutation to the deed with this id, which begins with its first one. Nothing can be done again after it. */
export function noteDeed(db: Database, { id, at }: Pick<Deed, 'id' | 'at'>, part: DeedPart): void {
  const before = readDeeds(db);
  const [newest] = before;
  const isBegun = newest?.id === id;
  const deed = isBegun ? { ...newest, parts: [...newest.parts, part] } : { id, at, parts: [part] };
  write(db, [deed, ...(isBegun ? before.slice(1) : before)], []);
}

/** Takes the deed off the list. */
export function dropDeed(db: Database, id: string): void {
  write(db, without(readDeeds(db), id), readUndone(db));
}

/** The deed was undone, and can be done again. */
export function noteUndone(db: Database, one: Undone): void {
  write(db, without(readDeeds(db), one.deed.id), [one, ...readUndone(db)]);
}

/** The deed was done again. `parts`: what of it stands now. */
export function noteRedone(db: Database, { id, at, first, parts: done }: Deed, parts: readonly DeedPart[]): void {
  write(db, [{ id, at, parts, first: first ?? done }, ...readDeeds(db)], withoutUndone(db, id));
}

/** What was undone cannot be done again: this deed of it, or without an id none. */
export function dropUndone(db: Database, id?: string): void {
  if (readUndone(db).length > 0) write(db, readDeeds(db), id === undefined ? [] : withoutUndone(db, id));
}

/** Whether the deed is about more transactions than that. A large deed is not read to its end. */
export function isAboutMoreThan({ parts }: Deed, rows: number): boolean {
  const ids = new Set<string>();
  for (const { operations } of parts) {
    for (const operation of operations) if (isOnTransaction(operation)) ids.add(idIn(operation));
    if (ids.size > rows) return true;
  }
  return false;
}

function without(all: readonly Deed[], id: string): Deed[] {
  return all.filter((deed) => deed.id !== id);
}

function withoutUndone(db: Database, id: string): Undone[] {
  return readUndone(db).filter(({ deed }) => deed.id !== id);
}

function write(db: Database, done: readonly Deed[], again: readonly Undone[]): void {
  deeds.set(db, done.slice(0, LIMIT));
  undone.set(db, again.slice(0, LIMIT));
  for (const listener of listeners) listener();
}
