/** Work that a request starts and does not wait for. */
export class BackgroundSet {
  readonly #running = new Set<Promise<void>>();
  readonly #most: number;

  /** At most `most` pieces of work run at once. */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#running.size;
  }

  /** Starts `work`, which never rejects. Returns false when too much runs already; then nothing starts. */
  start(work: () => Promise<void>): boolean {
    if (this.#running.size >= this.#most) return false;
    const task = work().finally(() => this.#running.delete(task));
    this.#running.add(task);
    return true;
  }

  /** Resolves when all work is done, also work that starts meanwhile. */
  async finish(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
