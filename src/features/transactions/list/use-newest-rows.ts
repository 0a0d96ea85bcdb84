import { useMemo } from 'react';
import { runningBalances } from '#domain/money/running-balance';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '#store/database/database';
import { accountSummary } from '#store/queries/accounts/accounts';
import { newestOfAllReader, newestReader } from '#store/queries/rows/transactions';
import * as failures from '#texts/failures';
import { preparedQuery } from '../../../session/prepared-query.ts';
import { useDatabase } from '../../../session/session.ts';
import { load } from '../../../session/use-loaded.ts';
import type { Listed } from './use-filter-sources.ts';

/** Rows read at first, and added each time the end comes near. */
export const WINDOW = 100;

const FAILURE = { title: failures.TRANSACTIONS_LOAD };

interface NewestRows {
  rows: readonly TransactionRow[];
  /** Row id to what the account held after it, in cents; null where nobody asks. */
  balances: ReadonlyMap<string, number> | null;
}

const newest = preparedQuery<NewestRows | undefined>();

const nameOf = (of: Listed, limit: number, withBalances: boolean) => `${limit} ${withBalances} ${of}`;

/**
 * The newest transactions of an account, or of several; undefined until the first read. Their total is known when the
 * limit did not cut them. Only one account has balances.
 */
export function useNewestRows(of: Listed, limit: number, withBalances: boolean) {
  const db = useDatabase();
  const read = useMemo(() => reader(db, of, limit, withBalances), [db, of, limit, withBalances]);
  const { rows, balances = null } = newest.useQuery(nameOf(of, limit, withBalances), read, [read]) ?? {};
  return { rows, balances, total: rows && rows.length < limit ? rows.length : null };
}

export const prepareNewestRows = (db: Database, of: Listed, withBalances: boolean) =>
  newest.prepare(db, nameOf(of, WINDOW, withBalances), reader(db, of, WINDOW, withBalances));

function reader(db: Database, of: Listed, limit: number, withBalances: boolean) {
  const isOne = typeof of === 'string';
  const read = isOne ? newestReader(db, of, limit) : newestOfAllReader(db, of, limit);
  // One query reads both, so a row is never drawn beside the balance that was there before it.
  const readBoth = async (): Promise<NewestRows> => {
    const [rows, sums] = await Promise.all([read(), withBalances && isOne ? accountSummary(db, of) : null]);
    return { rows, balances: sums && runningBalances(rows, sums.balance) };
  };
  return () => load(readBoth, FAILURE);
}
