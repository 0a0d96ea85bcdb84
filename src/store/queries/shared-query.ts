import { liveQuery, type Subscription } from 'dexie';

/**
 * A live query with many listeners, which runs once for all of them. It runs while there is a listener; its value is
 * undefined until the first read.
 */
export class SharedQuery<Value> {
  readonly #query: () => Promise<Value>;
  readonly #listeners = new Set<() => void>();
  #value: Value | undefined;
  #running: Subscription | null = null;
  /** Ends what was prepared; null while nothing is. */
  #endPrepared: (() => void) | null = null;

  constructor(query: () => Promise<Value>) {
    this.#query = query;
  }

  readonly read = (): Value | undefined => this.#value;

  /** Begins for a listener that is still to come. Resolves with the value; with undefined when it cannot be read. */
  async prepare(): Promise<Value | undefined> {
    if (this.#value !== undefined) return this.#value;
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = this.#listen(resolve);
    this.#endPrepared?.();
    this.#endPrepared = end;
    await promise;
    return this.#value;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const leave = this.#listen(listener);
    this.#endPrepared?.();
    this.#endPrepared = null;
    return leave;
  };

  #listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    const tell = () => {
      for (const each of this.#listeners) each();
    };
    // Dexie follows what is read after an await only where the function itself is async.
    this.#running ??= liveQuery(async () => this.#query()).subscribe((value) => {
      this.#value = value;
      tell();
    }, tell);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#running?.unsubscribe();
      this.#running = null;
      this.#value = undefined;
    };
  }
}
