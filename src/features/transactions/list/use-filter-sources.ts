import { useEffect, useMemo, useState } from 'react';
import { watchFilterSources } from '#store/queries/search/filter-sources';
import { accountSource } from '#store/search/account-source';
import type { SearchSource } from '#store/search/query';
import { useDatabase } from '../../../session/session.ts';

type FilterSources = {
  /** Tells apart lists of which one never shows what the other one found. */
  name: string;
  /** Null until they are known. */
  sources: readonly SearchSource[] | null;
};

/** Whether the filter may name accounts or budgets. What it means is found out where it is searched. */
export function namesPlaces(filter: string): boolean {
  return /(account|budget):/i.test(filter);
}

/** Where a filter over the list of an account searches. */
export function useFilterSources(accountId: string, filter: string): FilterSources {
  const db = useDatabase();
  const own = useMemo(() => [accountSource(accountId)], [accountId]);
  const [read, setRead] = useState<{ of: string; sources: SearchSource[] } | null>(null);
  const places = namesPlaces(filter) ? filter : '';
  const of = `${accountId} ${places}`;

  useEffect(() => {
    if (places === '') return;
    return watchFilterSources(db, { typed: places, accountId }, (sources) => setRead({ of, sources }));
  }, [db, places, accountId, of]);

  if (places === '') return { name: accountId, sources: own };
  return { name: 'places', sources: read?.of === of ? read.sources : null };
}
