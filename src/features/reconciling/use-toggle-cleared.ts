import { useCallback } from 'react';
import type { TransactionRow } from '#domain/rows';
import { setStatus } from '#store/commands/transactions/status-set';
import * as failures from '#texts/failures';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';

const FAILURE = { title: failures.TRANSACTION_UPDATE, description: failures.NOT_TICKED };

/** Clears an open row, and opens a cleared one. A reconciled row stays, because its statement was agreed. */
export function useToggleCleared(): (row: TransactionRow) => void {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(
    (row) => {
      if (row.status === 'reconciled') return;
      const status = row.status === 'cleared' ? 'open' : 'cleared';
      void orToast(FAILURE, () => setStatus(db, actor, { rows: [row], status }));
    },
    [db, actor],
  );
}
