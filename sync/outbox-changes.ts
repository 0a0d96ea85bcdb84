/** Tells when the outbox has changed. */
import { Dexie } from 'dexie';
import type { Database } from '#store/database/database';

/** Calls `report` for each change, also of other tabs, until the returned function is called. */
export function whenOutboxChanges(db: Database, report: () => void): () => void {
  const outbox = `idb://${db.name}/outbox/`;
  const changed = (parts: object) => {
    if (Object.keys(parts).some((part) => part.startsWith(outbox))) report();
  };
  Dexie.on('storagemutated', changed);
  return () => Dexie.on('storagemutated').unsubscribe(changed);
}
