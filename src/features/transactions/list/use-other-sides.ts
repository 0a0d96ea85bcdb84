import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import type { OtherSide } from '#store/queries/transfers/transfer-sides';
import { useDatabase } from '../../../session/session.ts';

const NONE: ReadonlyMap<string, OtherSide> = new Map();

type Query = typeof import('#store/queries/transfers/transfer-sides');

/**
 * Row id to the other side, of the transfers on the screen whose other side the user may see. The query is loaded with
 * the first transfer.
 */
export function useOtherSides(rows: readonly TransactionRow[]): ReadonlyMap<string, OtherSide> {
  const db = useDatabase();
  const transfers = rows.filter(({ transferId }) => transferId !== null);
  const key = transfers.map(({ id, transferId }) => `${id} ${transferId}`).join();
  const isNeeded = transfers.length > 0;
  const [query, setQuery] = useState<Query | null>(null);
  useEffect(() => {
    // Without it the rows say that the other side is in another account.
    if (isNeeded) import('#store/queries/transfers/transfer-sides').then(setQuery, () => {});
  }, [isNeeded]);
  return useLiveQuery(
    async () => {
      const found = isNeeded && query ? await query.otherSides(db, transfers) : NONE;
      // Another empty map would draw the rows again.
      return found.size > 0 ? found : NONE;
    },
    [db, key, query],
    NONE,
  );
}
