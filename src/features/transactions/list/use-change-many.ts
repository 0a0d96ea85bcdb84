import { useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import type { BulkChange } from '#domain/transactions/bulk-change';
import { readActions } from '#store/actions/actions';
import { changeTransactions } from '#store/commands/transactions/transactions-change';
import { deleteTransactions } from '#store/commands/transactions/transactions-delete';
import * as failures from '#texts/failures';
import * as texts from '#texts/transactions/bulk';
import { useActor, useDatabase } from '../../../session/session.ts';
import { orToast } from '../../../session/toasts/command-toast.ts';
import { offerUndo } from '../../undo/offer-undo.ts';
import { sayWhile } from '../../undo/say-while.ts';
import { useUndo } from '../../undo/use-undo.ts';

const CHANGE_FAILURE = { title: failures.TRANSACTION_UPDATE, description: texts.CHANGE_FAILED };
const DELETE_FAILURE = { title: failures.TRANSACTION_DELETE, description: texts.DELETE_FAILED };

/** Changes or deletes several rows at once, and offers Undo in the toast. `onDone` is called after it is done. */
export function useChangeMany(onDone: () => void) {
  const db = useDatabase();
  const actor = useActor();
  const undo = useUndo();
  const tell = (title: string, actionId: string) => {
    const undoIt = () => {
      const action = readActions(db).find(({ id }) => id === actionId);
      if (action) void undo(action);
    };
    offerUndo(db, actionId, { title }, undoIt);
    onDone();
  };
  // A second press does nothing: the rows are no longer as they were chosen.
  const [busy, setBusy] = useState(false);
  const once = async <Result>(title: string, work: () => Promise<Result>): Promise<Result | null> => {
    if (busy) return null;
    setBusy(true);
    return sayWhile(title, work).finally(() => setBusy(false));
  };
  return {
    busy,
    change: async (rows: readonly TransactionRow[], change: BulkChange) => {
      const changed = await once(texts.changing(rows.length), () =>
        orToast(CHANGE_FAILURE, () => changeTransactions(db, actor, { rows, change })),
      );
      if (changed) tell(texts.changed(changed.count), changed.actionId);
    },
    remove: async (rows: readonly TransactionRow[]) => {
      const deleted = await once(texts.deleting(rows.length), () =>
        orToast(DELETE_FAILURE, () => deleteTransactions(db, actor, { rows })),
      );
      if (deleted) tell(texts.deleted(deleted.count), deleted.actionId);
    },
  };
}
