import type { Sql } from 'postgres';

/**
 * Asks the database whether it works, on a connection of its own, so that no other work delays it. When many callers
 * ask at once, it asks once.
 */
export function createHealthCheck(sql: Sql): () => Promise<void> {
  let asking: Promise<void> | null = null;
  return () => {
    asking ??= sql`select 1`
      .then(() => {})
      .finally(() => {
        asking = null;
      });
    return asking;
  };
}
