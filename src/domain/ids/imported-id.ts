/** The ids of rows that imports made. */
import { uuidV5 } from './name-id.ts';

/** The id of the row that this key makes in this account: two people who import one file make one row. */
export function importedId(accountId: string, key: string): string {
  return uuidV5(accountId, key);
}

/** Whether the id is made of a name, as those of imported rows are (UUID version 5). */
export function isNamedId(id: string): boolean {
  return id[14] === '5';
}
