import { JsonTooLarge } from './json-scan.ts';

const [comma, ampersand, newLine, carriageReturn] = [0x2c, 0x26, 0x0a, 0x0d];

/**
 * Counts the values of a table (CSV) or of form fields as their bytes arrive. Each line of a table counts as many
 * values as the first one, because the library fills the missing ones. Separators inside quotes count, too.
 */
export class SeparatorScan {
  readonly #mostValues: number;
  #columns = 1;
  #isHeader = true;
  #values = 1;

  constructor(mostValues: number) {
    this.#mostValues = mostValues;
  }

  /** Throws JsonTooLarge. */
  read(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte === comma || byte === ampersand) {
        if (this.#isHeader) this.#columns += 1;
        this.#values += 1;
      } else if (byte === newLine || byte === carriageReturn) {
        this.#isHeader = false;
        this.#values += this.#columns;
      }
    }
    if (this.#values > this.#mostValues) throw new JsonTooLarge(`more than ${this.#mostValues} values`);
  }
}
