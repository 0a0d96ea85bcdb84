/** What makes a row of a file the same row when the file, or one that overlaps it, comes again. */
import { hexOf, sha1 } from '#domain/ids/sha1';
import type { ReadRow } from '../statement/statement.ts';

type Keyed = Pick<ReadRow, 'date' | 'cents' | 'text' | 'bankId'>;

/**
 * The import key of each row of one statement, in their order: 40 hexadecimal digits. Rows that are alike in everything
 * are told apart by their number among their like, so twins within a file stay two.
 */
export function importKeys(rows: readonly Keyed[]): string[] {
  const encoder = new TextEncoder();
  return keyNames(rows).map((name) => hexOf(sha1(encoder.encode(name))));
}

/** What the keys are hashes of. Two rows have one key when these are alike. */
export function keyNames(rows: readonly Keyed[]): string[] {
  const seen = new Map<string, number>();
  return rows.map(({ bankId = '', date, cents, text }) => {
    const name = JSON.stringify([bankId, date, cents, text]);
    const occurrence = (seen.get(name) ?? 0) + 1;
    seen.set(name, occurrence);
    return `${name} ${occurrence}`;
  });
}

/** How many rows of the statement are like each of them, itself included, whatever ids the bank gave them. */
export function twinCounts(rows: readonly Keyed[]): number[] {
  const names = rows.map(({ date, cents, text }) => JSON.stringify([date, cents, text]));
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.map((name) => counts.get(name) ?? 1);
}
