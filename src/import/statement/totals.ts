/** What the rows of a statement come to, and whether they lead from its first balance to its last. Integer cents. */
import type { Statement, StatementBalance } from './statement.ts';

export interface Totals {
  /** What came in, and what went out, both above zero. */
  into: number;
  out: number;
  /** The bank's last balance, and by how much the rows miss it; null where the statement alone cannot be checked. */
  check: (StatementBalance & { differs: number }) | null;
}

/** Rows that are not booked yet count in the sums, and not in the check. */
export function totalsOf({ rows, opening, balance }: Pick<Statement, 'rows' | 'opening' | 'balance'>): Totals {
  let [into, out, booked] = [0, 0, 0];
  for (const { cents, pending } of rows) {
    if (cents > 0) into += cents;
    else out -= cents;
    if (!pending) booked += cents;
  }
  const differs = opening && balance ? balance.cents - opening.cents - booked : null;
  return { into, out, check: balance && differs !== null ? { ...balance, differs } : null };
}
