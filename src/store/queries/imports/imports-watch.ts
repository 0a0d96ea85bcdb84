/** Tells when the numbers of rows in the list of imports may have changed. */
import { Dexie } from 'dexie';
import type { Database } from '../../database/database.ts';

/**
 * Tables whose changes change these numbers. A row that comes or goes changes its scope's sums. The outbox is not among
 * them: it changes with each verdict, and then the numbers stay.
 */
const TABLES = ['imports', 'importKeys', 'sums'];

/** Calls `report` for each such change, also of other tabs and workers, until the returned function is called. */
export function watchImports(db: Database, report: () => void): () => void {
  const watched = TABLES.map((name) => `idb://${db.name}/${name}/`);
  const changed = (parts: object) => {
    if (Object.keys(parts).some((part) => watched.some((name) => part.startsWith(name)))) report();
  };
  Dexie.on('storagemutated', changed);
  return () => Dexie.on('storagemutated').unsubscribe(changed);
}
