import { useSyncExternalStore } from 'react';
import type { Database } from '#store/database/database';
import { SharedQuery } from '#store/queries/shared-query';
import { useDatabase } from './session.ts';

/**
 * A hook for what many components of a screen ask alike: the query runs once for all of them after each change, while
 * any of them is there. Its value is undefined until the first read. `prepare` begins before any of them is drawn.
 */
export function sharedQuery<Value>(query: (db: Database) => Promise<Value>) {
  const shared = new WeakMap<Database, SharedQuery<Value>>();
  const of = (db: Database) => {
    const one = shared.get(db) ?? new SharedQuery(() => query(db));
    shared.set(db, one);
    return one;
  };
  function useShared(): Value | undefined {
    const one = of(useDatabase());
    return useSyncExternalStore(one.subscribe, one.read);
  }
  useShared.prepare = (db: Database) => of(db).prepare();
  return useShared;
}
