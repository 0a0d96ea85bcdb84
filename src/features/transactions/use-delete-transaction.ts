import { useCallback } from 'react';
import type { TransactionRow } from '#domain/rows';
import { deleteTransaction } from '#store/commands/transaction-delete';
import { restoreTransaction } from '#store/commands/transaction-restore';
import { notify } from '#ui/notices';
import { orNotice } from '../accounts/command-notice.ts';
import { useActor, useDatabase } from '../session/session.tsx';

const DELETE_FAILURE = { title: 'Delete failed', fallback: 'Could not delete transaction.' };
const UNDO_FAILURE = { title: 'Transaction failed', fallback: 'Could not save transaction.' };

/** Deletes a row at once and offers Undo in the notice; `onUndo` is told before the row comes back. */
export function useDeleteTransaction(onUndo: (row: TransactionRow) => void): (row: TransactionRow) => Promise<void> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(
    async (row) => {
      const deleted = await orNotice(DELETE_FAILURE, () => deleteTransaction(db, actor, { row }));
      if (!deleted) return;
      const deletion = deleted.mutationId;
      const undo = () => {
        onUndo(row);
        return orNotice(UNDO_FAILURE, () => restoreTransaction(db, actor, { row, deletion }));
      };
      notify({
        title: 'Transaction deleted',
        description: 'Transaction has been removed from your ledger.',
        tone: 'success',
        action: { label: 'Undo', onAction: () => void undo() },
      });
    },
    [db, actor, onUndo],
  );
}
