/**
 * `patch` of the in-memory server where the transaction was deleted: an edit later than the removal brings it back
 * (S39c, S39d).
 */
import type { Patch, Restore } from '#domain/mutations/operations';
import { lastRemoval, removedTransaction, sinceRemoval, tellOfReturn, unknownDeleters } from './changes.ts';
import { isLater } from './clocks.ts';
import { restore } from './insert.ts';
import { patch } from './patch.ts';
import type { Work } from './work.ts';

export function patchOrRevive(work: Work, operation: Patch) {
  const removal = operation.table === 'transactions' ? removedTransaction(work, operation.id) : undefined;
  const mine = { at: work.editedAt, by: work.userId };
  // A link to an occurrence brings no deleted row back.
  const isLink = operation.scheduleId !== undefined;
  if (!removal || isLink || !isLater(mine, { at: removal.editedAt, by: removal.author })) {
    patch(work, operation);
    return;
  }
  const { version, userId, userEmail, ...row } = sinceRemoval(work, removal);
  restore(work, { kind: 'restore', table: 'transactions', row });
  tellOfReturn(work, removal, patch(work, operation)?.taken ?? {});
}

/** Who deleted the row, and whoever brings it back by hand did not know that, is told (S39i). */
export function restoreByHand(work: Work, operation: Restore) {
  const { id: rowId } = operation.row;
  const { transactions } = work.state.tables;
  const removal = transactions.has(rowId) ? undefined : lastRemoval(work.state.changes.values(), rowId);
  restore(work, operation);
  const back = transactions.get(rowId);
  if (!removal || !back) return;
  const told = { accountId: back.accountId, table: 'transactions', rowId, kind: 'revived' } as const;
  for (const person of unknownDeleters(work, removal)) work.tell(person, { ...told, lost: {}, stands: {} });
}
