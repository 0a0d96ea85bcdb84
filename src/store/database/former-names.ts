/**
 * Names that renamed categories have had on this device. A form, a draft or a plan may still hold such a name. It then
 * means the category that had it, as long as no category has it now.
 */
import * as v from 'valibot';
import type { Database } from './database.ts';
import { FORMER_NAMES } from './former-names-key.ts';
import { parsed, readOne } from './meta.ts';

const Stored = v.record(v.string(), v.array(v.string()));

/** By category id, the latest name last. The present one may be among them, because a rename can be taken back. */
export type FormerNames = ReadonlyMap<string, readonly string[]>;

export async function readFormerNames(db: Database): Promise<FormerNames> {
  return formerNamesIn(await readOne(db, FORMER_NAMES));
}

/** The same of what is stored under the key. */
export function formerNamesIn(stored: unknown): FormerNames {
  return new Map(Object.entries(parsed(Stored, stored) ?? {}));
}
