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
  const parsed = v.safeParse(schema, (await table.get(key))?.value);
  return parsed.success ? parsed.output : null;
}
