/** What an account held after each of its transactions, in the order of the list. Integer cents. */
import type { TransactionRow } from '../rows.ts';

/**
 * Row id to the balance after that row and all older ones. `rows` are the newest of the account, newest first, without
 * a gap; `balance` is the account's own. So the first row has it, and no older row is needed.
 */
export function runningBalances(
  rows: readonly Pick<TransactionRow, 'id' | 'type' | 'amount'>[],
  balance: number,
): Map<string, number> {
  let after = balance;
  return new Map(
    rows.map(({ id, type, amount }) => {
      const here = after;
      after -= type === 'income' ? amount : -amount;
      return [id, here];
    }),
  );
}
