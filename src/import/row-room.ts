import { withoutLongLines } from './csv/long-lines.ts';
import { LARGEST } from './largest.ts';
import { isMt940 } from './mt940/read-mt940.ts';
import { isOfx } from './ofx/read-ofx.ts';

/**
 * How many rows may still be read. A small ZIP can hold tables of millions of lines, and reading them would take all
 * memory and time of the device. Twice what the largest measured import has.
 */
export const MOST_ROWS = 200_000;

export type Lack = 'too_many_rows' | 'too_large';

export class RowRoom {
  #rows = MOST_ROWS;
  /** How many letters. Few rows may be long. */
  #letters = LARGEST;

  /** Takes room for the text, which may have this many rows. What is lacking, where it does not fit; else null. */
  take(text: string): Lack | null {
    if (text.length > this.#letters) return 'too_large';
    const rows = mostRowsOf(text);
    if (rows > this.#rows) return 'too_many_rows';
    this.#rows -= rows;
    this.#letters -= text.length;
    return null;
  }

  /** Runs `read`. If that tells of a lack, what it took is given back. */
  tryOut<T>(read: () => T | Lack): T | Lack {
    const [rows, letters] = [this.#rows, this.#letters];
    const result = read();
    if (isLack(result)) [this.#rows, this.#letters] = [rows, letters];
    return result;
  }
}

export function isLack(result: unknown): result is Lack {
  return result === 'too_many_rows' || result === 'too_large';
}

/** Lines of QIF that cost as much to read as a row. Each holds one field. */
const LINES_OF_QIF = 20;
/** Cells of a table that do. */
const CELLS = 50;
/** A statement costs as much as so many rows: it gets a plan of its own. */
const STATEMENT = 20;

/**
 * Of a table at most its lines, or as many as its cells would fill. Formats with tags have one tag for each row and one
 * for each statement. QIF ends each row with a line of its own, and begins each part of a split with one.
 */
function mostRowsOf(text: string): number {
  const start = text.slice(0, 5_000);
  if (isOfx(start)) return tagged(text, OFX_TAGS);
  if (/^\s*</.test(start)) return tagged(text, CAMT_TAGS);
  // A pattern that may begin with line breaks would search them again and again.
  if (isMt940(start)) return count(text, /^[ \t]*:61:/gm) + STATEMENT * count(text, /^[ \t]*:20:/gm);
  const lines = countOf(text, '\n') + countOf(text, '\r') - countOf(text, '\r\n');
  if (!/^\uFEFF?\s*!/.test(start)) return Math.max(lines, cellsIn(withoutLongLines(text).text) / CELLS);
  return Math.max(count(text, /^[\^S]/gm), lines / LINES_OF_QIF) + STATEMENT * count(text, /^!Account/gim);
}

/** The tags of rows, and those of statements. */
const OFX_TAGS = /<(?:(STMTTRN)|(?:CC|INV)?STMTRS)\b/gi;
const CAMT_TAGS = /<(?:[\w.-]{1,40}:)?(?:(Ntry)|Stmt|Rpt|Ntfctn)\b/gi;

function tagged(text: string, tags: RegExp): number {
  let rows = 0;
  for (const [, row] of text.matchAll(tags)) rows += row === undefined ? STATEMENT : 1;
  return rows;
}

function cellsIn(text: string): number {
  return Math.max(...[',', ';', '\t', '|'].map((delimiter) => countOf(text, delimiter)));
}

function countOf(text: string, sign: string): number {
  let found = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) found += 1;
  return found;
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found += 1;
  return found;
}
