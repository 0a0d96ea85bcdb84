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

/** An id that is made of a key belongs to an account, and comes with that key (S69g). The version of this one is 8. */
export function idWithoutKey(id: string): string {
  return isNamedId(id) ? `${id.slice(0, 14)}8${id.slice(15)}` : id;
}
