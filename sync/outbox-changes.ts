/** Word that the outbox has changed. */
import { Dexie } from 'dexie';
import type { Database } from '#store/database';

/** Also fires for what other tabs write. */
export function whenOutboxChanges(db: Database, report: () => void): () => void {
  const outbox = `idb://${db.name}/outbox/`;
  const changed = (parts: object) => {
    if (Object.keys(parts).some((part) => part.startsWith(outbox))) report();
  };
  Dexie.on('storagemutated', changed);
  return () => Dexie.on('storagemutated').unsubscribe(changed);
}
