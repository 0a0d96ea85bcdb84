/**
 * Whether a commit has to look at names of categories. Most people choose a category and save at once, so the code that
 * does it is loaded when it is needed.
 */
import { Dexie } from 'dexie';
import type { Operation } from '#domain/operations';
import type { Database } from '../database/database.ts';
import type { FormerNames } from '../database/former-names.ts';
import type { UnderPresentNames } from '../optimistic/mutations.ts';
import type { Choosing } from './chosen-categories.ts';

/** What gives these mutations present names; undefined where none of them names a category. */
export function presentNames(
  db: Database,
  mutations: readonly Operation[][],
  choosing: Choosing,
): UnderPresentNames | undefined {
  if (!mutations.flat().some(namesCategory)) return undefined;
  return async (given, former) => {
    const asTheyAre = { mutations: given, made: [] };
    if (!(await mayDiffer(db, given, choosing, former))) return asTheyAre;
    // Without a network, and before the app is stored on the device, the names stay as they were chosen.
    const loaded = await Dexie.waitFor(import('./chosen-categories.ts').catch(() => null));
    return loaded ? loaded.underPresentNames(db, given, choosing, former) : asTheyAre;
  };
}

function namesCategory(one: Operation): boolean {
  if (one.kind === 'call' || one.kind === 'delete' || one.table !== 'transactions') return false;
  return one.kind !== 'patch' || 'category' in one.after || 'lines' in one.after;
}

/** Whether a category was renamed on this device, or one of another account was chosen. */
async function mayDiffer(
  db: Database,
  mutations: readonly Operation[][],
  { chosen }: Choosing,
  former: FormerNames,
): Promise<boolean> {
  if (former.size > 0) return true;
  if (!chosen?.size) return false;
  const accounts = new Set(mutations.flat().map(accountOf));
  const categories = await db.categories.bulkGet([...new Set(chosen.values())]);
  return categories.some((one) => one && (accounts.size > 1 || !accounts.has(one.accountId)));
}

function accountOf(one: Operation): unknown {
  if (one.kind === 'patch') return one.after.accountId ?? (typeof one.seen === 'object' && one.seen.accountId);
  return 'row' in one && 'accountId' in one.row && one.row.accountId;
}
