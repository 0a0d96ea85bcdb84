import { useCallback, useState } from 'react';
import { cleanText } from '#domain/entered-text';
import type { TransactionRow } from '#domain/rows';
import { NEWEST_FIRST, type Order } from '#domain/transactions/transactions';
import type { Database } from '#store/database/database';
import { newestOfAllReader, newestTransactions } from '#store/queries/rows/transactions';
import { useDatabase } from '../../../session/session.ts';
import { isNewestFirst } from './order.ts';
import { type Listed, useFilterSources } from './use-filter-sources.ts';
import { useNewestRows, WINDOW } from './use-newest-rows.ts';
import { useSearch } from './use-search.ts';

type TransactionList = {
  /** Undefined until the first read. */
  rows: readonly TransactionRow[] | undefined;
  /** The name of the list that the rows are of. They stay when another is asked for, until it comes. */
  listName: string;
  /** The number of all rows, or of what the filter finds; null while it is unknown. */
  total: number | null;
  /** Income minus expenses of what the filter finds, in cents; null while it is unknown. */
  sum: number | null;
  /** Row id to what the account held after it, in the ledger's own order; null elsewhere, and where nobody asks. */
  balances: ReadonlyMap<string, number> | null;
  /** Loads the next rows; does nothing when all are loaded. */
  loadMore: () => void;
  /** The search worker failed, so filter and order do not apply. */
  failed: boolean;
  retry: () => void;
  /** Reads all rows, or all that the filter finds. */
  readAll: () => Promise<readonly TransactionRow[]>;
  /** Prepares the search worker, because a filter or another order is likely to follow. */
  prepare: () => void;
};

/**
 * The transactions of an account, of all accounts, or of those that the filter names. In the ledger's own order and
 * without a filter they come directly from the newest pages. The search worker does every filter and any other order.
 */
export function useTransactionRows(of: Listed, order: Order, filter: string, withBalances: boolean): TransactionList {
  const db = useDatabase();
  const text = cleanText(filter);
  const searching = text !== '' || !isNewestFirst(order);
  const wantedList = nameOf(of, order, text);
  const [window, setWindow] = useState({ listName: wantedList, limit: WINDOW });
  const limit = window.listName === wantedList ? window.limit : WINDOW;

  const newest = useNewestRows(of, limit, withBalances && !searching);
  const [prepared, setPrepared] = useState(false);
  const prepare = useCallback(() => setPrepared(true), []);
  const { name, sources } = useFilterSources(of, text);
  const wanted = (searching || prepared) && sources !== null;
  const search = useSearch(wanted ? { name, sources, order, text, limit: searching ? limit : 0 } : null);
  const found = searching ? search.foundIn(name) : null;

  const { rows, total, ...shown } = found ?? { ...newest, order: NEWEST_FIRST, text: '' };
  const more = rows !== undefined && rows.length !== total;
  const loadMore = useCallback(() => {
    if (more) setWindow({ listName: wantedList, limit: limit + WINDOW });
  }, [more, wantedList, limit]);
  return {
    rows,
    listName: nameOf(of, shown.order, shown.text),
    // Until the worker answers, the rows are not yet those that it will find.
    total: searching && !found ? null : total,
    sum: found?.sum ?? null,
    balances: newest.balances,
    loadMore,
    failed: searching && search.failed,
    retry: search.retry,
    readAll: () => (searching ? search.all() : everything(db, of)),
    prepare,
  };
}

const nameOf = (of: Listed, order: Order, text: string) => `${of} ${order.column} ${order.direction} ${text}`;

function everything(db: Database, of: Listed): Promise<TransactionRow[]> {
  if (typeof of === 'string') return newestTransactions(db, of, Number.POSITIVE_INFINITY);
  return newestOfAllReader(db, of, Number.POSITIVE_INFINITY)();
}
