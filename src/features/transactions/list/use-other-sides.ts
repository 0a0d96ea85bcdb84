import { useLiveQuery } from 'dexie-react-hooks';
import type { TransactionRow } from '#domain/rows';
import { type OtherSide, otherSides } from '#store/queries/transfers/transfer-sides';
import { useDatabase } from '../../../session/session.ts';

const NONE: ReadonlyMap<string, OtherSide> = new Map();

/** Row id to the other side, of the transfers on the screen whose other side the user may see. */
export function useOtherSides(rows: readonly TransactionRow[]): ReadonlyMap<string, OtherSide> {
  const db = useDatabase();
  const transfers = rows.filter(({ transferId }) => transferId !== null);
  const key = transfers.map(({ id, transferId }) => `${id} ${transferId}`).join();
  return useLiveQuery(
    async () => {
      const found = transfers.length > 0 ? await otherSides(db, transfers) : NONE;
      // Another empty map would draw the rows again.
      return found.size > 0 ? found : NONE;
    },
    [db, key],
    NONE,
  );
}
