import { useCallback } from 'react';
import type { TransactionRow } from '#domain/rows';
import { useActor, useDatabase } from '../../session/session.ts';

/**
 * Clears an open row, and opens a cleared one. A reconciled row stays, because its statement was agreed. The first page
 * does without the code for that.
 */
export function useToggleCleared(): (row: TransactionRow) => void {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(
    (row) => {
      if (row.status === 'reconciled') return;
      void import('./toggle-cleared.ts').then(({ toggleCleared }) => toggleCleared(db, actor, row));
    },
    [db, actor],
  );
}
