/** What the rows so far add up to, of each sign and together. */
export class RowSums {
  #rows = 0;
  #plus = 0;
  #minus = 0;

  add(cents: number): void {
    this.#rows += 1;
    if (cents > 0) this.#plus += cents;
    else this.#minus -= cents;
  }

  /** Whether the amount, whatever its sign, is such a sum of several rows. */
  has(cents: number): boolean {
    return this.#rows > 1 && [this.#plus, this.#minus, Math.abs(this.#plus - this.#minus)].includes(Math.abs(cents));
  }
}
