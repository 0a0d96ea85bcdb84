import { useLiveQuery } from 'dexie-react-hooks';
import { type RowState, rowStates } from '#store/queries/rows/row-states';
import { useDatabase } from '../../../session/session.ts';

const NONE: ReadonlyMap<string, RowState> = new Map();

/** Which of the rows on the screen wait to reach the server or were refused. */
export function useRowStates(ids: readonly string[]): ReadonlyMap<string, RowState> {
  const db = useDatabase();
  return useLiveQuery(() => rowStates(db, 'transactions', ids), [db, ids.join()], NONE);
}
