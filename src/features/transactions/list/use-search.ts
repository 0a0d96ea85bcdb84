import { useCallback, useEffect, useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import { NEWEST_FIRST, type Order } from '#domain/transactions/transactions';
import { openSearch, type Search, type SearchView } from '#store/search/client';
import type { SearchSource } from '#store/search/query';
import { useDatabase } from '../../../session/session.ts';
import { useToday } from '../../dates/use-today.ts';

/** With `limit` 0 the worker only prepares for the next query. `name` tells lists apart; `sources` belong to it. */
type Query = { name: string; sources: readonly SearchSource[]; order: Order; text: string; limit: number };

type Found = {
  /** The name of the list that was asked for. */
  name: string;
  text: string;
  order: Order;
  rows: readonly TransactionRow[];
  /** The number of all matches, also beyond the limit. */
  total: number;
  /** Income minus expenses of all matches, in cents. */
  sum: number;
};

type SearchState = {
  /**
   * The last answer for this list. It may belong to an earlier query until the next one comes. Null before the first.
   */
  foundIn: (name: string) => Found | null;
  /** Everything that this query finds; nothing when the worker cannot answer. */
  all: () => Promise<readonly TransactionRow[]>;
  /** The worker could not answer; `retry` starts another one. */
  failed: boolean;
  retry: () => void;
};

/**
 * Queries the search worker, again after every change of what it searched. The worker starts with the first query and
 * ends with the list. Null queries nothing.
 */
export function useSearch(query: Query | null): SearchState {
  const [found, setFound] = useState<Found | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState<number | null>(null);
  const retry = useCallback(() => setAttempt((last) => last + 1), []);
  const worker = useWorker(query !== null, attempt);
  const today = useToday();
  const { name, sources, text, limit, order } = query ?? NOTHING;

  useEffect(() => {
    if (!worker || name === null) return;
    let left = false;
    const ask = async () => {
      try {
        const answer = await worker.view.ask({ sources: [...sources], text, today, order, offset: 0, limit });
        if (answer && !left && limit > 0) setFound({ name, text, order, ...answer });
      } catch {
        if (!left) setFailedAttempt(worker.attempt);
      }
    };
    void ask();
    const stop = worker.search.subscribe((changed) => {
      if (sources.some(({ scope }) => scope === changed)) void ask();
    });
    return () => {
      left = true;
      stop();
    };
  }, [worker, name, sources, text, today, limit, order]);

  const foundIn = (list: string) => (found?.name === list ? found : null);
  const all = async () => {
    const everything = { sources: [...sources], text, today, order, offset: 0, limit: Number.MAX_SAFE_INTEGER };
    const answer = await worker?.search
      .view()
      .ask(everything)
      .catch(() => null);
    return answer?.rows ?? [];
  };
  return { foundIn, all, failed: failedAttempt === attempt, retry };
}

type SearchWorker = { attempt: number; search: Search; view: SearchView };

const NOTHING = { name: null, sources: [], text: '', limit: 0, order: NEWEST_FIRST } as const;

/** The worker, from the first query until the list is unmounted; each attempt has a new one. */
function useWorker(wanted: boolean, attempt: number): SearchWorker | null {
  const { userId } = useDatabase();
  const [worker, setWorker] = useState<SearchWorker | null>(null);
  const [started, setStarted] = useState(wanted);
  if (wanted && !started) setStarted(true);
  useEffect(() => {
    if (!started) return;
    const search = openSearch(userId);
    setWorker({ attempt, search, view: search.view() });
    return () => {
      setWorker(null);
      search.close();
    };
  }, [started, userId, attempt]);
  return worker;
}
