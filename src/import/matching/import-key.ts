/** What makes a row of a file the same row when the file, or one that overlaps it, comes again. */
import { hexOf, sha1 } from '#domain/sha1';
import type { ReadRow } from '../statement.ts';

type Keyed = Pick<ReadRow, 'date' | 'cents' | 'text' | 'bankId'>;

/**
 * The import key of each row of one statement, in their order: 40 hexadecimal digits. Rows that are alike in everything
 * are told apart by their number among their like, so twins within a file stay two.
 */
export function importKeys(rows: readonly Keyed[]): string[] {
  const seen = new Map<string, number>();
  const encoder = new TextEncoder();
  return rows.map(({ bankId = '', date, cents, text }) => {
    const name = JSON.stringify([bankId, date, cents, text]);
    const occurrence = (seen.get(name) ?? 0) + 1;
    seen.set(name, occurrence);
    return hexOf(sha1(encoder.encode(`${name} ${occurrence}`)));
  });
}
