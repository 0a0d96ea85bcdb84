/**
 * Rows of earlier imports that stand for lines of this file, and were read in another way then: by an earlier version
 * of the reader, or with other columns. They are known by the key of 0.2.0's reading, or because the line can be read
 * as the row (decision 33).
 */

import type { Fate } from '#domain/ids/import-keys';
import type { TransactionRow } from '#domain/rows';
import { looksLikeAmount, readAmount } from '../statement/amounts.ts';
import { datesIn } from '../statement/dates.ts';
import type { ReadRow } from '../statement/statement.ts';

/** What a file knows of its lines besides the rows that are read of them. */
export interface FileLines {
  /** What 0.2.0 made of the lines that it read in another way, and the keys that it gave. */
  former: ReadonlyMap<number, { key: string; row: ReadRow }>;
  cellsOf: (line: number) => readonly string[];
}

/** What the account has of earlier imports of the format. */
export interface Standing {
  fates: ReadonlyMap<string, Fate>;
  /** The row that a key stands for. */
  idOf: (key: string) => string;
  rows: readonly TransactionRow[];
}

/** The row that stands for the line, or what became of it. */
export type EarlierReading = TransactionRow | 'moved' | 'deleted';

/** For each of these rows what stands for its line; null where nothing does. `taken` are rows that other lines have. */
export function findEarlierReadings(
  open: readonly ReadRow[],
  { former, cellsOf }: FileLines,
  { fates, idOf, rows }: Standing,
  taken: ReadonlySet<string>,
): (EarlierReading | null)[] {
  const free = new Map(rows.filter(({ id }) => !taken.has(id)).map((row) => [row.id, row]));
  const take = (row: TransactionRow | undefined): TransactionRow | null => {
    if (row) free.delete(row.id);
    return row ?? null;
  };
  const known = open.map(({ line }): EarlierReading | null => {
    const key = former.get(line)?.key;
    const fate = key === undefined ? undefined : fates.get(key);
    if (key === undefined || fate === undefined || fate === 'reverted') return null;
    // A row that this device does not have stands all the same.
    return fate === 'here' ? (take(free.get(idOf(key))) ?? 'moved') : fate;
  });
  const byCents = Map.groupBy(free.values(), ({ amount }) => amount);
  const byBankId = Map.groupBy(free.values(), ({ bankId }) => bankId ?? '');
  return open.map((row, at) => {
    const found = known[at] ?? null;
    if (found !== null || free.size === 0) return found;
    const line = new LineWords(cellsOf(row.line));
    const ofBank = row.bankId ? (byBankId.get(row.bankId) ?? []) : [];
    const ofLine = line.cents.flatMap((cents) => byCents.get(cents) ?? []).filter((one) => line.canBe(one));
    const same = ofBank.filter((one) => line.dates.has(one.date) || one.amount === Math.abs(row.cents));
    return take([...same, ...ofLine].find(({ id }) => free.has(id)));
  });
}

/** All that a line says, whichever columns are read. */
class LineWords {
  /** Days that its cells can mean, in any order of day and month. */
  readonly dates: ReadonlySet<string>;
  /** Its amounts without their signs. */
  readonly cents: readonly number[];
  readonly #words: ReadonlySet<string>;

  constructor(cells: readonly string[]) {
    this.dates = new Set(cells.flatMap(datesIn));
    this.cents = [...new Set(cells.filter(looksLikeAmount).flatMap(centsIn))];
    this.#words = new Set(cells.flatMap(wordsIn));
  }

  /** Whether the row can have been read of this line. Its text is the bank's, whatever the user made of it. */
  canBe({ date, importedText, description }: TransactionRow): boolean {
    return this.dates.has(date) && wordsIn(importedText ?? description).every((word) => this.#words.has(word));
  }
}

function centsIn(cell: string): number[] {
  return ([',', '.'] as const).flatMap((sign) => {
    const read = readAmount(cell, sign);
    return 'cents' in read ? Math.abs(read.cents) : [];
  });
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
