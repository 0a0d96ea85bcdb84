/**
 * Names that renamed categories have had on this device. A form, a draft or a plan may still hold such a name. It then
 * means the category that had it, as long as no category has it now.
 */
import * as v from 'valibot';
import type { CategoryRow } from '#domain/rows';
import type { Database } from './database.ts';
import { parsed } from './meta.ts';

const Stored = v.record(v.string(), v.array(v.string()));

/** The key in `meta`. It stands between those that every mutation reads, so it costs no request of its own. */
export const FORMER_NAMES = 'former-names';

/** So many names of a category are kept, and of so many categories, the latest. */
const MOST = { names: 5, categories: 100 };

/** By category id, the latest name last. The present one may be among them, because a rename can be taken back. */
export type FormerNames = ReadonlyMap<string, readonly string[]>;

export async function readFormerNames(db: Database): Promise<FormerNames> {
  return formerNamesIn((await db.meta.get(FORMER_NAMES))?.value);
}

/** The same of what is stored under the key. */
export function formerNamesIn(stored: unknown): FormerNames {
  return new Map(Object.entries(parsed(Stored, stored) ?? {}));
}

/**
 * Compares categories with those on this device before they are written. Returns what to call afterwards, in the same
 * transaction: it notes the names of those that were renamed, and forgets those of categories that left the device.
 */
export async function watchNames(
  db: Database,
  rows: readonly Pick<CategoryRow, 'id' | 'name'>[],
): Promise<() => Promise<void>> {
  const known = await readFormerNames(db);
  const names = new Map(known);
  const standing = rows.length > 0 ? await db.categories.bulkGet(rows.map(({ id }) => id)) : [];
  for (const [at, { id, name }] of rows.entries()) {
    const before = standing[at]?.name ?? name;
    if (before === name) continue;
    const others = (names.get(id) ?? []).filter((one) => one !== before && one !== name);
    names.delete(id);
    names.set(id, [...others, before, name].slice(-MOST.names));
  }
  return async () => {
    const ids = [...names.keys()];
    const left = ids.length > 0 ? await db.categories.bulkGet(ids) : [];
    for (const [at, id] of ids.entries()) if (!left[at]) names.delete(id);
    if (names.size === 0 && known.size > 0) await db.meta.delete(FORMER_NAMES);
    else if (names.size !== known.size || ids.some((id) => names.get(id) !== known.get(id))) {
      await db.meta.put({ key: FORMER_NAMES, value: Object.fromEntries([...names].slice(-MOST.categories)) });
    }
  };
}
