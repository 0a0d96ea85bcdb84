/**
 * What the months of a scope say together, kept in one record: a balance is then one answer and not ten years of them. Changed in
 * the transaction that changes the months' totals, and compared with them by the recount. All sums are integer cents.
 */
import { type SumLine, type Summary, summarize } from '#domain/totals';
import type { Database } from './database.ts';
import { readTotals } from './totals.ts';

export interface ScopeSums extends Summary {
  scope: string;
}

/** Income, expense, balance and number of a scope's transactions. Without a record of its own it has what its months say. */
export async function readSums(db: Database, scope: string): Promise<Summary> {
  const kept = await db.sums.get(scope);
  if (!kept) return countSums(db, scope);
  const { scope: _, ...sums } = kept;
  return sums;
}

/** Adds the difference of the months' lines to `before`, which was read in this transaction and before the months were changed. */
export async function changeSums(
  db: Database,
  scope: string,
  before: Summary,
  difference: readonly SumLine[],
): Promise<void> {
  const { income, expense, balance, count } = summarize(difference);
  if (income === 0 && expense === 0 && count === 0) return;
  await db.sums.put({
    scope,
    income: before.income + income,
    expense: before.expense + expense,
    balance: before.balance + balance,
    count: before.count + count,
  });
}

/** Compares a scope's sums with its months and puts what these say in their place. Returns whether they were right. */
export async function recountSums(db: Database, scope: string): Promise<boolean> {
  const [kept, counted] = await Promise.all([readSums(db, scope), countSums(db, scope)]);
  const wasRight = kept.income === counted.income && kept.expense === counted.expense && kept.count === counted.count;
  if (!wasRight) await db.sums.put({ scope, ...counted });
  return wasRight;
}

/** The same out of the months' totals, whatever the record says. */
export async function countSums(db: Database, scope: string): Promise<Summary> {
  const months = await readTotals(db, scope);
  return summarize(months.flatMap(({ lines }) => lines));
}
