import { liveQuery, type Observable } from 'dexie';
import type { Database } from '../database/database.ts';

/** A live query that may begin before the component that asks it is drawn. Its name tells what it asks for. */
export class PreparedQuery<Value> {
  #ready: { db: Database; name: string; query: Observable<Value> } | null = null;

  /** Reads the value, and resolves when it is there or cannot be read. */
  prepare(db: Database, name: string, read: () => Promise<Value>): Promise<void> {
    const query = liveQuery(async () => read());
    this.#ready = { db, name, query };
    const { promise, resolve } = Promise.withResolvers<void>();
    const reading = query.subscribe(() => resolve(), resolve);
    return promise.finally(() => reading.unsubscribe());
  }

  /** The prepared query of this name, which has its value at once; else a new one. Both read anew for who listens. */
  observe(db: Database, name: string, read: () => Promise<Value>): Observable<Value> {
    const ready = this.#ready;
    return ready?.db === db && ready.name === name ? ready.query : liveQuery(async () => read());
  }

  /** What was read grows old: it is for the first who asks. */
  readonly forget = (): void => {
    this.#ready = null;
  };
}
