/** Lets the next pull fetch whole scopes anew. */
import type { Database } from '#store/database/database';

/** The server never gave a scope under this grant, so its response brings the whole scope. */
const NO_GRANT = 'to be fetched anew';

/** Runs inside the caller's transaction, which covers the cursors. */
export async function fetchAnew(db: Database, scopes: readonly string[]): Promise<void> {
  const cursors = await db.cursors.bulkGet([...new Set(scopes)]);
  const known = cursors.filter((cursor) => cursor !== undefined);
  await db.cursors.bulkPut(known.map((cursor) => ({ ...cursor, grantId: NO_GRANT })));
}
