/**
 * The sums of all months of a scope, kept in one record, so a balance is one read instead of one read a month. They
 * change in the transaction that changes the months' totals, and the recount compares them. All sums are integer cents.
 */
import { type SumLine, type Summary, summarize } from '#domain/money/totals';
import type { Database } from '../database/database.ts';
import type { ScopeSums } from '../database/records.ts';
import { readStoredTotals } from './totals.ts';

/**
 * Income, expense, balance and number of a scope's transactions. A scope without a record of its sums adds up its
 * months.
 */
export async function readSums(db: Database, scope: string): Promise<Summary> {
  return asKept(await db.sums.get(scope)) ?? countSums(db, scope);
}

/** The same of each of these scopes, in one request where all of them have their record. */
export async function readSumsOf(db: Database, scopes: readonly string[]): Promise<Summary[]> {
  const kept = await db.sums.bulkGet([...scopes]);
  return Promise.all(scopes.map((scope, at) => asKept(kept[at]) ?? countSums(db, scope)));
}

function asKept(kept: ScopeSums | undefined): Summary | null {
  if (!kept) return null;
  const { scope: _, ...sums } = kept;
  return sums;
}

/** The kept sums of all scopes. A live query of them notices rows that come or go, and reads no page. */
export function keptSums(db: Database): Promise<Summary[]> {
  return db.sums.toArray();
}

/**
 * Adds the difference of the months' lines to `before`. The caller read `before` in this transaction, before it changed
 * the months.
 */
export async function changeSums(
  db: Database,
  scope: string,
  before: Summary,
  difference: readonly SumLine[],
): Promise<void> {
  const { income, expense, balance, count } = summarize(difference);
  if (income === 0 && expense === 0 && balance === 0 && count === 0) return;
  await db.sums.put({
    scope,
    income: before.income + income,
    expense: before.expense + expense,
    balance: before.balance + balance,
    count: before.count + count,
  });
}

/** Compares a scope's sums with its months, and replaces them when they differ. Returns whether they were right. */
export async function recountSums(db: Database, scope: string): Promise<boolean> {
  const [kept, counted] = await Promise.all([readSums(db, scope), countSums(db, scope)]);
  const wasRight =
    kept.income === counted.income &&
    kept.expense === counted.expense &&
    kept.balance === counted.balance &&
    kept.count === counted.count;
  if (!wasRight) await db.sums.put({ scope, ...counted });
  return wasRight;
}

/** The same sums, computed from the months' totals alone. */
async function countSums(db: Database, scope: string): Promise<Summary> {
  return summarize(await storedLines(db, scope));
}

/** The lines of all months of a scope. */
export async function storedLines(db: Database, scope: string): Promise<SumLine[]> {
  return (await readStoredTotals(db, scope)).flatMap(({ lines }) => lines);
}
