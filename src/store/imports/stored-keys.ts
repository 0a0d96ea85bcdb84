/** The import keys that a device stores: for each account and import a record with its keys. */
import type { Database } from '../database/database.ts';
import type { KeysOfImport, StoredKey } from '../database/records.ts';
import { keysOfAccount } from './keys-of-account.ts';

export type KnownKey = StoredKey & { importId: string };

/** The stored keys of an account, by key. */
export async function readStoredKeys(db: Database, accountId: string): Promise<Map<string, KnownKey>> {
  const pages = await keysOfAccount(db, accountId).toArray();
  return new Map(
    pages.flatMap(({ importId, keys }) => keys.map((one): [string, KnownKey] => [one.key, { ...one, importId }])),
  );
}

/** Writes these keys of an account. */
export async function putKeys(db: Database, accountId: string, changed: readonly KnownKey[]): Promise<void> {
  if (changed.length === 0) return;
  const stored = new Map((await keysOfAccount(db, accountId).toArray()).map((page) => [page.importId, page.keys]));
  const goes = new Map(changed.map((one) => [one.key, one.importId]));
  const touched = new Set(goes.values());
  const pages = new Map<string, Map<string, StoredKey>>();
  for (const [importId, keys] of stored) {
    const stay = keys.filter(({ key }) => (goes.get(key) ?? importId) === importId);
    if (stay.length < keys.length) touched.add(importId);
    pages.set(importId, new Map(stay.map((one) => [one.key, one])));
  }
  for (const { importId, ...one } of changed) {
    const page = pages.get(importId) ?? new Map<string, StoredKey>();
    pages.set(importId, page.set(one.key, one));
  }
  const records = [...touched].map((importId): KeysOfImport => {
    return { accountId, importId, keys: [...(pages.get(importId)?.values() ?? [])] };
  });
  await db.importKeys.bulkPut(records);
}
