/** Import keys by the rows that they made or were linked to. */
import { importedId } from '#domain/ids/imported-id';
import type { Database } from '../database/database.ts';
import { readStoredKeys } from './stored-keys.ts';

/** A key of each row of an account that has one, by the row's id. */
export async function readKeysOfRows(db: Database, accountId: string): Promise<Map<string, string>> {
  const keys = [...(await readStoredKeys(db, accountId)).values()].filter(({ fate }) => fate === 'here');
  return new Map(keys.map(({ key, rowId }) => [rowId ?? importedId(accountId, key), key]));
}
