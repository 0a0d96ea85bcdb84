import { uuidV5 } from '#domain/ids/name-id';

/**
 * The id under which an account or a user gets what had the old id elsewhere. It is a UUIDv5 in which the version reads
 * 8: the server takes a transaction with a UUIDv5 only together with its import key (import-keys.ts).
 */
export function restoredId(space: string, old: string): string {
  const id = uuidV5(space, old);
  return `${id.slice(0, 14)}8${id.slice(15)}`;
}
