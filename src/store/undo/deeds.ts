/**
 * What the user did on this device since the database was opened, as far as it can be undone. The list is in memory: it
 * ends with the tab or the log-out, and nothing of it has to be cleaned up.
 */
import type { Operation } from '#domain/operations';
import type { Database } from '../database/database.ts';
import type { KeptRow } from '../database/records.ts';
import { idIn, isOnTransaction } from '../optimistic/operation-groups.ts';

/** One mutation of a deed. */
export interface DeedPart {
  mutationId: string;
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
}

/** Further back nobody undoes. */
const LIMIT = 50;

const NONE: readonly Deed[] = [];
const lists = new WeakMap<Database, readonly Deed[]>();
const listeners = new Set<() => void>();

/** The user's deeds, newest first. The same array as long as nothing changes. */
export function readDeeds(db: Database): readonly Deed[] {
  return lists.get(db) ?? NONE;
}

/** Calls the listener after each change of a list. Returns how to stop that. */
export function watchDeeds(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Adds a mutation to the deed with this id, which begins with its first one. */
export function noteDeed(db: Database, { id, at }: Pick<Deed, 'id' | 'at'>, part: DeedPart): void {
  const deeds = readDeeds(db);
  const [newest] = deeds;
  const isBegun = newest?.id === id;
  const deed = isBegun ? { ...newest, parts: [...newest.parts, part] } : { id, at, parts: [part] };
  write(db, [deed, ...(isBegun ? deeds.slice(1) : deeds)].slice(0, LIMIT));
}

/** Takes the deed off the list. */
export function dropDeed(db: Database, id: string): void {
  write(
    db,
    readDeeds(db).filter((deed) => deed.id !== id),
  );
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

function write(db: Database, deeds: readonly Deed[]): void {
  lists.set(db, deeds);
  for (const listener of listeners) listener();
}
