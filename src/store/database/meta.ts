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

/** What is stored under these keys in the user's database, in one transaction; undefined for those that are missing. */
export async function readStored(db: Database, keys: readonly string[]): Promise<unknown[]> {
  return (await db.meta.bulkGet([...keys])).map((stored) => stored?.value);
}

/** The stored value; null when it is missing or this version cannot read it. */
export function parsed<Schema extends v.GenericSchema>(schema: Schema, stored: unknown): v.InferOutput<Schema> | null {
  const result = v.safeParse(schema, stored);
  return result.success ? result.output : null;
}
