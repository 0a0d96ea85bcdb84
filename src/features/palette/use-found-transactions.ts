import { useEffect, useMemo, useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import { accountScope } from '#domain/scopes';
import { filterKey, NEWEST_FIRST } from '#domain/transactions';
import { openSearch, type Search } from '#store/search/client';
import { useDatabase } from '../session/session.tsx';

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
  const key = filterKey(text);

  useEffect(() => {
    const opened = openSearch(userId);
    setSearch(opened);
    return () => opened.close();
  }, [userId]);

  const views = useMemo(
    () => search && ids.split(' ').flatMap((id) => (id ? [{ scope: accountScope(id), view: search.view() }] : [])),
    [search, ids],
  );

  useEffect(() => {
    if (!views) return;
    let left = false;
    const limit = key === '' ? 0 : MOST;
    const asked = views.map(({ scope, view }) => view.ask({ scope, text: key, order: NEWEST_FIRST, offset: 0, limit }));
    Promise.all(asked)
      .then((windows) => {
        if (left) return;
        const rows = windows.flatMap((window) => window?.rows ?? []);
        setFound({ text: key, rows: rows.sort((a, b) => (a.date < b.date ? 1 : -1)).slice(0, MOST) });
      })
      .catch(() => {
        if (!left) setFailed(true);
      });
    return () => {
      left = true;
    };
  }, [views, key]);

  return { rows: key === '' ? [] : found.rows, failed };
}
