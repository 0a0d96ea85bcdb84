import { useEffect, useMemo, useState } from 'react';
import { cleanText } from '#domain/entered-text';
import type { TransactionRow } from '#domain/rows';
import { NEWEST_FIRST } from '#domain/transactions/transactions';
import { accountSource } from '#store/search/account-source';
import { openSearch, type Search } from '#store/search/client';
import { useToday } from '../../features/dates/use-today.ts';
import { useDatabase } from '../../session/session.ts';

const MOST = 6;

interface Found {
  text: string;
  rows: readonly TransactionRow[];
}

/**
 * The newest transactions of these accounts that the text finds. The search worker lives as long as the palette, and
 * reads every account before the first key. An empty text finds none.
 */
export function useFoundTransactions(accountIds: readonly string[], text: string) {
  const { userId } = useDatabase();
  const [search, setSearch] = useState<Search | null>(null);
  const [found, setFound] = useState<Found>({ text: '', rows: [] });
  const [failed, setFailed] = useState(false);
  const ids = accountIds.join(' ');
  const key = cleanText(text);
  const today = useToday();

  useEffect(() => {
    const opened = openSearch(userId);
    setSearch(opened);
    return () => opened.close();
  }, [userId]);

  const view = useMemo(() => search?.view(), [search]);

  useEffect(() => {
    if (!view) return;
    let left = false;
    const sources = ids.split(' ').flatMap((id) => (id ? [accountSource(id)] : []));
    const limit = key === '' ? 0 : MOST;
    view
      .ask({ sources, text: key, today, order: NEWEST_FIRST, offset: 0, limit })
      .then((window) => {
        if (window && !left) setFound({ text: key, rows: window.rows });
      })
      .catch(() => {
        if (!left) setFailed(true);
      });
    return () => {
      left = true;
    };
  }, [view, ids, key, today]);

  return { rows: key === '' ? [] : found.rows, failed };
}
