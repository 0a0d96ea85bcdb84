import { useEffect, useMemo, useState } from 'react';
import { inAllAccounts } from '#domain/transactions/written-filter';
import { watchFilterSources } from '#store/queries/search/filter-sources';
import { accountSource } from '#store/search/account-source';
import type { SearchSource } from '#store/search/query';
import { useDatabase } from '../../../session/session.ts';

/** The id of an account, or the ids of all. */
export type Listed = string | readonly string[];

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

/** Where a filter over the list of an account, or of all accounts, searches. */
export function useFilterSources(of: Listed, filter: string): FilterSources {
  const db = useDatabase();
  const own = useMemo(() => (typeof of === 'string' ? [of] : of).map(accountSource), [of]);
  const [read, setRead] = useState<{ of: Listed; places: string; sources: SearchSource[] } | null>(null);
  const places = namesPlaces(filter) ? filter : '';

  useEffect(() => {
    if (places === '') return;
    const query =
      typeof of === 'string' ? { typed: places, accountId: of } : { typed: inAllAccounts(places), accountId: '' };
    return watchFilterSources(db, query, (sources) => setRead({ of, places, sources }));
  }, [db, places, of]);

  if (places === '') return { name: typeof of === 'string' ? of : 'all', sources: own };
  return { name: 'places', sources: read?.of === of && read.places === places ? read.sources : null };
}
