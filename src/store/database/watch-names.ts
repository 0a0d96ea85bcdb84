/** Notes the names that categories lose, for what was chosen under them. */
import type { CategoryRow } from '#domain/rows';
import type { Database } from './database.ts';
import { readFormerNames } from './former-names.ts';
import { FORMER_NAMES } from './former-names-key.ts';
import { dropMeta, writeMeta } from './meta.ts';

/** So many names of a category are kept, and of so many categories, the latest. */
const MOST = { names: 5, categories: 100 };

/**
 * Compares categories with those on this device before they are written. Returns what to call afterwards, in the same
 * transaction: it notes the names of those that were renamed, and forgets those of categories that left the device.
 * `before`: the name of a category that is merged into this one.
 */
export async function watchNames(
  db: Database,
  rows: readonly (Pick<CategoryRow, 'id' | 'name'> & { before?: string })[],
): Promise<() => Promise<void>> {
  const known = await readFormerNames(db);
  const names = new Map(known);
  const standing = rows.length > 0 ? await db.categories.bulkGet(rows.map(({ id }) => id)) : [];
  for (const [at, { id, name, before = standing[at]?.name ?? name }] of rows.entries()) {
    if (before === name) continue;
    const others = (names.get(id) ?? []).filter((one) => one !== before && one !== name);
    names.delete(id);
    names.set(id, [...others, before, name].slice(-MOST.names));
  }
  return async () => {
    const ids = [...names.keys()];
    const left = ids.length > 0 ? await db.categories.bulkGet(ids) : [];
    for (const [at, id] of ids.entries()) if (!left[at]) names.delete(id);
    if (names.size === 0 && known.size > 0) await dropMeta(db, FORMER_NAMES);
    else if (names.size !== known.size || ids.some((id) => names.get(id) !== known.get(id))) {
      await writeMeta(db, FORMER_NAMES, Object.fromEntries([...names].slice(-MOST.categories)));
    }
  };
}
