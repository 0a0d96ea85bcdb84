/**
 * Single values in tables of keys. Every reader checks the stored form, because another version may have written it.
 * In the user's database, a transaction asks for a value once: a sync needs the same few values in many places, and
 * each request costs a round trip. So nobody else touches the table.
 */

import { Dexie, type Table } from 'dexie';
import * as v from 'valibot';
import type { Database } from './database.ts';
import type { Meta } from './records.ts';

/** What a transaction knows of the table, by key. It goes with the transaction. */
type Known = Map<string, PromiseLike<unknown>>;
const knownIn = new WeakMap<IDBTransaction, Known>();

/** Undefined outside of a transaction of this database. */
function knownHere(db: Database): Known | undefined {
  const transaction = Dexie.currentTransaction;
  if (!transaction?.active || transaction.db.name !== db.name) return undefined;
  const known: Known = knownIn.get(transaction.idbtrans) ?? new Map();
  knownIn.set(transaction.idbtrans, known);
  return known;
}

/** The value under this key in the user's database; null when it is missing or this version cannot read it. */
export async function readMeta<Schema extends v.GenericSchema>(
  db: Database,
  key: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | null> {
  return parsed(schema, await readOne(db, key));
}

/**
 * The same, whatever its form. Do not call it beside a transaction within this one: it would wait for that one's end,
 * and that one for it.
 */
export function readOne(db: Database, key: string): PromiseLike<unknown> {
  const known = knownHere(db);
  const value = known?.get(key) ?? db.meta.get(key).then((found) => found?.value);
  known?.set(key, value);
  return value;
}

/** Asks for values that this transaction is going to read, all at once. */
export async function readAhead(db: Database, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => readOne(db, key)));
}

/** Stores a value in the user's database. */
export async function writeMeta(db: Database, key: string, value: unknown): Promise<void> {
  knownHere(db)?.set(key, Dexie.Promise.resolve(value));
  await db.meta.put({ key, value });
}

export async function dropMeta(db: Database, key: string): Promise<void> {
  knownHere(db)?.set(key, Dexie.Promise.resolve(undefined));
  await db.meta.delete(key);
}

/** The same for another table of keys and values. */
export async function readValue<Schema extends v.GenericSchema>(
  table: Table<Meta, string>,
  key: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | null> {
  return parsed(schema, (await table.get(key))?.value);
}

/**
 * What is stored under these keys in the user's database; undefined for those that are missing. One request brings all,
 * because each costs a round trip. It also brings what is stored under the keys between them, so that must be small.
 */
export async function readStored(db: Database, keys: readonly string[]): Promise<unknown[]> {
  const known = knownHere(db);
  if (keys.every((key) => known?.has(key))) return Promise.all(keys.map((key) => readOne(db, key)));
  const [first = '', ...others] = [...keys].sort();
  const found = await db.meta
    .where('key')
    .between(first, others.at(-1) ?? first, true, true)
    .toArray();
  const values = new Map(found.map(({ key, value }) => [key, value]));
  for (const key of keys) if (!known?.has(key)) known?.set(key, Dexie.Promise.resolve(values.get(key)));
  return keys.map((key) => values.get(key));
}

/** The stored value; null when it is missing or this version cannot read it. */
export function parsed<Schema extends v.GenericSchema>(schema: Schema, stored: unknown): v.InferOutput<Schema> | null {
  const result = v.safeParse(schema, stored);
  return result.success ? result.output : null;
}
