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

  constructor(query: () => Promise<Value>) {
    this.#query = query;
  }

  readonly read = (): Value | undefined => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    // Dexie follows what is read after an await only where the function itself is async.
    this.#running ??= liveQuery(async () => this.#query()).subscribe((value) => {
      this.#value = value;
      for (const tell of this.#listeners) tell();
    });
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#running?.unsubscribe();
      this.#running = null;
      this.#value = undefined;
    };
  };
}
