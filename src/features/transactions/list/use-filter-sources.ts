import { useEffect, useMemo, useState } from 'react';
import { accountSource } from '#store/search/account-source';
import type { SearchSource } from '#store/search/query';
import { useDatabase } from '../../../session/session.ts';

type FilterSources = {
  /** Tells apart lists of which one never shows what the other one found. */
  name: string;
  /** Null until they are known. */
  sources: readonly SearchSource[] | null;
  /** The code that finds them could not be loaded. */
  failed: boolean;
};

/** Whether the filter may name accounts or budgets. What it means is found out where it is searched. */
export function namesPlaces(filter: string): boolean {
  return /(account|budget):/i.test(filter);
}

/** Where a filter over the list of an account searches. Few filters name accounts, so that code is loaded with them. */
export function useFilterSources(accountId: string, filter: string): FilterSources {
  const db = useDatabase();
  const own = useMemo(() => [accountSource(accountId)], [accountId]);
  const [read, setRead] = useState<{ of: string; sources: SearchSource[] | null }>({ of: '', sources: null });
  const places = namesPlaces(filter) ? filter : '';
  const of = `${accountId} ${places}`;

  useEffect(() => {
    if (places === '') return;
    let left = false;
    let stop = () => {};
    import('#store/queries/search/filter-sources').then(
      ({ watchFilterSources }) => {
        if (!left) stop = watchFilterSources(db, { typed: places, accountId }, (sources) => setRead({ of, sources }));
      },
      () => !left && setRead({ of, sources: null }),
    );
    return () => {
      left = true;
      stop();
    };
  }, [db, places, accountId, of]);

  if (places === '') return { name: accountId, sources: own, failed: false };
  const isRead = read.of === of;
  return { name: 'places', sources: isRead ? read.sources : null, failed: isRead && read.sources === null };
}
