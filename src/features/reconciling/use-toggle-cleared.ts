import { useCallback } from 'react';
import type { TransactionRow } from '#domain/rows';
import { useActor, useDatabase } from '../../session/session.ts';
import { toggleCleared } from './toggle-cleared.ts';

/** Clears an open row, and opens a cleared one. A reconciled row stays, because its statement was agreed. */
export function useToggleCleared(): (row: TransactionRow) => void {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(
    (row) => {
      if (row.status !== 'reconciled') void toggleCleared(db, actor, row);
    },
    [db, actor],
  );
}
