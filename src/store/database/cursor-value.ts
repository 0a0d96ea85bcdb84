import type { DBCoreCursor } from 'dexie';

/**
 * Wraps the cursor and replaces its value. A browser's own cursor only works on itself, so its members cannot be
 * inherited.
 */
export function withValue(cursor: DBCoreCursor, value: () => unknown): DBCoreCursor {
  return Object.create(cursor, {
    key: { get: () => cursor.key },
    primaryKey: { get: () => cursor.primaryKey },
    value: { get: value },
  });
}
