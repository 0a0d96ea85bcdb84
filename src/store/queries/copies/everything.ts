/** Everything that the user has on this device, for a copy of it. */

import { type Copy, type CopySchedule, type CopyTransaction, FORMAT, VERSION } from '#copy/format';
import { byCreation } from '#domain/books/accounts';
import { shiftDays, today } from '#domain/dates/dates';
import { accountScope } from '#domain/ids/scopes';
import type { TransactionRow } from '#domain/rows';
import { occurrenceKey } from '#domain/schedules/occurrence-key';
import { occurrencesUntil } from '#domain/schedules/occurrences';
import type { Database } from '../../database/database.ts';
import { pageDirectory } from '../../ledger/ledger.ts';
import { readMonthPages } from '../../ledger/many-pages.ts';
import { isSettled, readOccurrenceKeys } from '../../schedules/occurrence-keys.ts';
import { listAccounts } from '../accounts/accounts.ts';
import { isWhole } from '../accounts/whole-scope.ts';

/**
 * All accounts of the user and what is in them, as of one moment. Months are read one after another, so the page goes
 * on meanwhile. Budgets that somebody gave without their account are not the user's to copy.
 */
export async function readEverything(db: Database, now: Date = new Date()): Promise<Copy> {
  return db.transaction('r', db.tables, async () => {
    const accounts = (await listAccounts(db)).map(({ account }) => account).sort(byCreation);
    const ids = new Set(accounts.map(({ id }) => id));
    const inAccounts = ({ accountId }: { accountId: string }) => ids.has(accountId);
    const transactions: CopyTransaction[] = [];
    let complete = true;
    for (const { id } of accounts) {
      const scope = accountScope(id);
      complete &&= await isWhole(db, scope);
      for (const month of new Set((await pageDirectory(db, scope)).map((page) => page.month))) {
        for (const { rows } of await readMonthPages(db, scope, month, month)) transactions.push(...rows.map(copied));
      }
    }
    return {
      format: FORMAT,
      version: VERSION,
      exportedAt: now.toISOString(),
      complete,
      accounts: accounts.map(({ version, ownerId, ownerEmail, ...row }) => ({ ...row, own: ownerId === db.userId })),
      categories: (await db.categories.toArray())
        .filter(inAccounts)
        .sort(byCreation)
        .map(({ version, ...row }) => row),
      budgets: (await db.budgets.toArray())
        .filter(inAccounts)
        .sort(byCreation)
        .map(({ version, ...row }) => row),
      reconciliations: (await db.reconciliations.toArray())
        .filter(inAccounts)
        .sort(byCreation)
        .map(({ version, userId, userEmail, changes, ...row }) => ({
          ...row,
          contributor: contributor(userId, userEmail),
        })),
      schedules: await copiedSchedules(db, ids, now),
      transactions,
    };
  });
}

/** The schedules of these accounts, each with the newest day that was added or skipped. */
async function copiedSchedules(db: Database, accounts: ReadonlySet<string>, now: Date): Promise<CopySchedule[]> {
  const schedules = (await db.schedules.toArray()).filter(({ accountId }) => accounts.has(accountId)).sort(byCreation);
  const settled = new Set<string>();
  for (const [accountId, some] of Map.groupBy(schedules, (one) => one.accountId)) {
    const keys = await readOccurrenceKeys(db, accountId, new Set(some.map(({ id }) => id)));
    for (const { key, fate } of keys.values()) if (isSettled(fate)) settled.add(key);
  }
  const until = shiftDays(today(now), AHEAD_DAYS);
  return schedules.map(({ version, userId, userEmail, ...row }) => {
    const occurrences = settled.size > 0 ? occurrencesUntil(row, until) : [];
    const last = occurrences.findLast(({ nominal }) => settled.has(occurrenceKey(row.id, nominal)));
    return { ...row, contributor: contributor(userId, userEmail), settledUntil: last?.nominal ?? null };
  });
}

/** An occurrence may be added before its day, but not by more than this many days. */
const AHEAD_DAYS = 400;

function copied({ version, userId, userEmail, importId, ...row }: TransactionRow & { namedAfter?: number }) {
  const { namedAfter, ...plain } = row;
  return { ...plain, contributor: contributor(userId, userEmail) };
}

function contributor(userId: string | null, email: string | null): CopyTransaction['contributor'] {
  return userId === null && email === null ? null : { userId, email };
}
