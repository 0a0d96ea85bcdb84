import type { TransactionRow } from '#domain/rows';
import type { Actor } from '#store/commands/commit/commit';
import { deleteTransfer } from '#store/commands/transfers/transfer-delete';
import { undoAction } from '#store/commands/undo/action-undo';
import type { Database } from '#store/database/database';
import { readTransfer } from '#store/queries/transfers/transfer';
import * as failures from '#texts/failures';
import * as transactions from '#texts/transactions/transactions';
import * as texts from '#texts/transactions/transfers';
import { orToast } from '../../../session/toasts/command-toast.ts';
import { offerUndo } from '../../undo/offer-undo.ts';
import type { RowFocus } from '../use-row-focus.ts';

const DELETE_FAILURE = { title: failures.TRANSACTION_DELETE, description: transactions.NOT_DELETED };
const UNDO_FAILURE = { title: failures.TRANSACTION_SAVE, description: failures.TRANSACTION_NOT_SAVED };

/**
 * Deletes both sides of a transfer at once, with one Undo in the toast. Returns false and deletes nothing where the
 * user may not change both sides.
 */
export async function deleteBothSides(
  db: Database,
  actor: Actor,
  row: TransactionRow,
  focus: Pick<RowFocus, 'leaving' | 'returning'>,
): Promise<boolean> {
  const { sides: both, mayChangeBoth } = await readTransfer(db, actor.userId, row);
  if (!both || !mayChangeBoth) return false;
  const rows = [both.from, both.to];
  focus.leaving(row);
  const deleted = await orToast(DELETE_FAILURE, () => deleteTransfer(db, actor, { rows }));
  if (!deleted) return true;
  const told = { title: texts.DELETED_TITLE, description: texts.DELETED_DESCRIPTION };
  offerUndo(db, deleted.actionId, told, () => {
    focus.returning(row);
    void orToast(UNDO_FAILURE, () => undoAction(db, actor, { id: deleted.actionId }));
  });
  return true;
}
