import { useLiveQuery } from 'dexie-react-hooks';
import type { TransactionRow } from '#domain/rows';
import { knownSides, type OtherSide } from '#store/queries/transfers/transfer-sides';
import { useDatabase } from '../../../session/session.ts';

const NONE: ReadonlyMap<string, OtherSide | null> = new Map();

/** Row id to the other side of each transfer on the screen, as far as the user may see it; null where it is gone. */
export function useOtherSides(rows: readonly TransactionRow[]): ReadonlyMap<string, OtherSide | null> {
  const db = useDatabase();
  const transfers = rows.filter(({ transferId }) => transferId !== null);
  const key = transfers.map(({ id, transferId }) => `${id} ${transferId}`).join();
  return useLiveQuery(
    async () => {
      const found = transfers.length > 0 ? await knownSides(db, transfers) : NONE;
      // Another empty map would draw the rows again.
      return found.size > 0 ? found : NONE;
    },
    [db, key],
    NONE,
  );
}
