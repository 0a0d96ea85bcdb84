/**
 * Single values in tables of keys. Every reader checks the stored form, because another version may have written it.
 */

import type { Table } from 'dexie';
import * as v from 'valibot';
import type { Database } from './database.ts';
import type { Meta } from './records.ts';

/** The value under this key in the user's database; null when it is missing or this version cannot read it. */
export function readMeta<Schema extends v.GenericSchema>(
  db: Database,
  key: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | null> {
  return readValue(db.meta, key, schema);
}

/** The same for any table of keys and values. */
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
  const [first = '', ...others] = [...keys].sort();
  const found = await db.meta
    .where('key')
    .between(first, others.at(-1) ?? first, true, true)
    .toArray();
  const values = new Map(found.map(({ key, value }) => [key, value]));
  return keys.map((key) => values.get(key));
}

/** The stored value; null when it is missing or this version cannot read it. */
export function parsed<Schema extends v.GenericSchema>(schema: Schema, stored: unknown): v.InferOutput<Schema> | null {
  const result = v.safeParse(schema, stored);
  return result.success ? result.output : null;
}
