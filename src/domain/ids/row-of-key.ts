import { importedId } from './imported-id.ts';

/** The row for which a key of the account stands: the one that it made, or the one that it was linked to. */
export function rowOfKey(accountId: string, { key, rowId }: { key: string; rowId: string | null }): string {
  return rowId ?? importedId(accountId, key);
}
