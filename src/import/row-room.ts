import { isMt940 } from './mt940/read-mt940.ts';

/**
 * How many rows may still be read. A small ZIP can hold tables of millions of lines, and reading them would take all
 * memory and time of the device. Twice what the largest measured import has.
 */
export const MOST_ROWS = 200_000;

export class RowRoom {
  #left = MOST_ROWS;

  /** Whether the text, which may have this many rows, still fits. Then they are taken. */
  take(text: string): boolean {
    const rows = mostRowsOf(text);
    if (rows > this.#left) return false;
    this.#left -= rows;
    return true;
  }

  /** Runs `read`. If that ends with nothing, what it took is given back. */
  tryOut<T>(read: () => T | null): T | null {
    const before = this.#left;
    const result = read();
    if (result === null) this.#left = before;
    return result;
  }
}

/** Lines of QIF that cost as much to read as a row. Each holds one field. */
const LINES_OF_QIF = 20;

/**
 * Of a table at most its lines. Formats with tags have one tag for each row. QIF ends each row with a line of its own,
 * and begins each part of a split with one.
 */
function mostRowsOf(text: string): number {
  const start = text.slice(0, 5_000);
  if (/^\s*<|OFXHEADER|<OFX>/i.test(start)) return count(text, /<(?:[\w.]+:)?(?:STMTTRN|Ntry)\b/gi);
  if (isMt940(start)) return count(text, /^\s*:61:/gm);
  const lines = count(text, /\r\n|\n|\r/g);
  if (!/^\uFEFF?\s*!/.test(start)) return lines;
  return Math.max(count(text, /^[\^S]/gm), lines / LINES_OF_QIF);
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found += 1;
  return found;
}
