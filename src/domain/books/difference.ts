/**
 * What may explain the difference between a statement and the ticked rows: the balance of the statement minus these.
 * `agreementsOf` in reconciling.ts counts the other way.
 */
import { signedCents } from '../money/money.ts';
import type { TransactionRow } from '../rows.ts';

type Amount = Pick<TransactionRow, 'type' | 'amount'>;

/** `one`: each of these alone. `two` and `all`: these together. */
export interface Explanation<Row> {
  kind: 'one' | 'two' | 'all';
  rows: readonly Row[];
}

/**
 * What the difference in cents may be, of rows that are not ticked: every row that is it alone, else a pair, else all
 * together. Null when there is no difference, or nothing explains it.
 */
export function explanationOf<Row extends Amount>(
  difference: number,
  unticked: readonly Row[],
): Explanation<Row> | null {
  if (difference === 0 || unticked.length === 0) return null;
  const single = unticked.filter((row) => signedCents(row) === difference);
  if (single.length > 0) return { kind: 'one', rows: single };
  const pair = pairOf(difference, unticked);
  if (pair) return { kind: 'two', rows: pair };
  const all = unticked.reduce((sum, row) => sum + signedCents(row), 0);
  return all === difference ? { kind: 'all', rows: unticked } : null;
}

/** The ticked rows of which each alone, without its tick, would leave no difference in cents. */
export function surplusOf<Row extends Amount>(difference: number, ticked: readonly Row[]): Row[] {
  return difference === 0 ? [] : ticked.filter((row) => signedCents(row) === -difference);
}

/** The first pair, in the order of its second row. */
function pairOf<Row extends Amount>(difference: number, rows: readonly Row[]): Row[] | null {
  const before = new Map<number, Row>();
  for (const row of rows) {
    const other = before.get(difference - signedCents(row));
    if (other) return [other, row];
    before.set(signedCents(row), row);
  }
  return null;
}
