import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import { filterKey, type Order } from '#domain/transactions';
import { newestTransactions } from '#store/queries/transactions';
import { useDatabase } from '../session/session.tsx';
import { isNewestFirst } from './order.ts';
import { useSearch } from './use-search.ts';

/** Rows asked for at first, and how many more each time the end comes near. */
const WINDOW = 300;

export type TransactionList = {
  /** Undefined until the first read. */
  rows: readonly TransactionRow[] | undefined;
  /** How many there are in all; null while that is not known. */
  total: number | null;
  /** Asks for the next rows; does nothing when all are there. */
  loadMore: () => void;
  /** Filter and order could not be applied. */
  failed: boolean;
  retry: () => void;
};

/**
 * The transactions of an account. In the ledger's own order and unfiltered they come straight from its newest pages; any
 * other order and every filter is the search worker's.
 */
export function useTransactionRows(accountId: string, order: Order, filter: string): TransactionList {
  const db = useDatabase();
  const text = filterKey(filter);
  const searching = text !== '' || !isNewestFirst(order);
  const listName = `${accountId} ${order.column} ${order.direction} ${text}`;
  const [window, setWindow] = useState({ listName, limit: WINDOW });
  const limit = window.listName === listName ? window.limit : WINDOW;

  const newest = useLiveQuery(() => newestTransactions(db, accountId, limit), [db, accountId, limit]);
  const search = useSearch(searching ? { accountId, order, text, limit } : null);
  const found = searching && search.found?.accountId === accountId ? search.found : null;

  const rows = found?.rows ?? newest;
  const all = found ? found.rows.length >= found.total : rows !== undefined && rows.length < limit;
  const loadMore = useCallback(() => {
    if (!all) setWindow({ listName, limit: limit + WINDOW });
  }, [all, listName, limit]);
  const total = found ? found.total : all && rows ? rows.length : null;
  return { rows, total, loadMore, failed: searching && search.failed, retry: search.retry };
}
