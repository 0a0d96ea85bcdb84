import { useCallback, useMemo, useState } from 'react';
import { cleanText } from '#domain/entered-text';
import type { TransactionRow } from '#domain/rows';
import type { Order } from '#domain/transactions/transactions';
import { newestReader, newestTransactions } from '#store/queries/rows/transactions';
import * as failures from '#texts/failures';
import { useDatabase } from '../../../session/session.ts';
import { useLoaded } from '../../../session/use-loaded.ts';
import { isNewestFirst } from './order.ts';
import { useFilterSources } from './use-filter-sources.ts';
import { useSearch } from './use-search.ts';

/** Rows read at first, and added each time the end comes near. */
const WINDOW = 100;

const FAILURE = { title: failures.TRANSACTIONS_LOAD };

type TransactionList = {
  /** Undefined until the first read. */
  rows: readonly TransactionRow[] | undefined;
  /** The number of all rows, or of what the filter finds; null while it is unknown. */
  total: number | null;
  /** Income minus expenses of what the filter finds, in cents; null while it is unknown. */
  sum: number | null;
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
 * The transactions of an account, or of those that the filter names. In the ledger's own order and without a filter
 * they come directly from the account's newest pages. The search worker does every filter and any other order.
 */
export function useTransactionRows(accountId: string, order: Order, filter: string): TransactionList {
  const db = useDatabase();
  const text = cleanText(filter);
  const searching = text !== '' || !isNewestFirst(order);
  const listName = `${accountId} ${order.column} ${order.direction} ${text}`;
  const [window, setWindow] = useState({ listName, limit: WINDOW });
  const limit = window.listName === listName ? window.limit : WINDOW;

  const newest = useNewest(accountId, limit);
  const [prepared, setPrepared] = useState(false);
  const prepare = useCallback(() => setPrepared(true), []);
  const { name, sources } = useFilterSources(accountId, text);
  const wanted = (searching || prepared) && sources !== null;
  const search = useSearch(wanted ? { name, sources, order, text, limit: searching ? limit : 0 } : null);
  const found = searching ? search.foundIn(name) : null;

  const { rows, total } = found ?? newest;
  const more = rows !== undefined && rows.length !== total;
  const loadMore = useCallback(() => {
    if (more) setWindow({ listName, limit: limit + WINDOW });
  }, [more, listName, limit]);
  return {
    rows,
    // Until the worker answers, the rows are not yet those that it will find.
    total: searching && !found ? null : total,
    sum: found?.sum ?? null,
    loadMore,
    failed: searching && search.failed,
    retry: search.retry,
    readAll: () => (searching ? search.all() : newestTransactions(db, accountId, Number.POSITIVE_INFINITY)),
    prepare,
  };
}

/** The newest transactions of an account. Their total is known when the limit did not cut them. */
function useNewest(accountId: string, limit: number): Pick<TransactionList, 'rows' | 'total'> {
  const db = useDatabase();
  const read = useMemo(() => newestReader(db, accountId, limit), [db, accountId, limit]);
  const rows = useLoaded(read, [read], FAILURE);
  return { rows, total: rows && rows.length < limit ? rows.length : null };
}
