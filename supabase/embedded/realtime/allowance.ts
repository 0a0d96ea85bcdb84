/** Allows so many actions in a span of time. Spans have a fixed length. */
export class Allowance {
  readonly #most: number;
  readonly #milliseconds: number;
  #ends = 0;
  #taken = 0;

  constructor(most: number, milliseconds: number) {
    this.#most = most;
    this.#milliseconds = milliseconds;
  }

  /** Takes one; returns whether there was one left at `now`. */
  take(now: number): boolean {
    if (now >= this.#ends) {
      this.#ends = now + this.#milliseconds;
      this.#taken = 0;
    }
    this.#taken += 1;
    return this.#taken <= this.#most;
  }
}
