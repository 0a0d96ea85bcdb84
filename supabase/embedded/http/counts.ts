/** How many there are for each key. A key with none takes no memory. */
export class Counts {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Adds `more` for the key, or takes away if it is negative. */
  add(key: string, more: number): void {
    const sum = this.of(key) + more;
    if (sum === 0) this.#counts.delete(key);
    else this.#counts.set(key, sum);
  }
}
