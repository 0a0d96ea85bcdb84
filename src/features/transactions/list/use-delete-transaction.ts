import { useCallback } from 'react';
import type { TransactionRow } from '#domain/rows';
import { deleteTransaction } from '#store/commands/transactions/transaction-delete';
import { undoAction } from '#store/commands/undo/action-undo';
import * as failures from '#texts/failures';
import * as texts from '#texts/transactions/transactions';
import { useActor, useDatabase } from '../../../session/session.ts';
import { orToast } from '../../../session/toasts/command-toast.ts';
import { offerUndo } from '../../undo/offer-undo.ts';

const DELETE_FAILURE = { title: failures.TRANSACTION_DELETE, description: texts.NOT_DELETED };
const UNDO_FAILURE = { title: failures.TRANSACTION_SAVE, description: failures.TRANSACTION_NOT_SAVED };

/** Deletes a row at once and offers Undo in the toast. `onUndo` is called before the row comes back. */
export function useDeleteTransaction(onUndo: (row: TransactionRow) => void): (row: TransactionRow) => Promise<void> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(
    async (row) => {
      const deleted = await orToast(DELETE_FAILURE, () => deleteTransaction(db, actor, { row }));
      if (!deleted) return;
      const undo = () => {
        onUndo(row);
        return orToast(UNDO_FAILURE, () => undoAction(db, actor, { id: deleted.actionId }));
      };
      const told = { title: texts.DELETED_TITLE, description: texts.DELETED_DESCRIPTION };
      offerUndo(db, deleted.actionId, told, () => void undo());
    },
    [db, actor, onUndo],
  );
}
