/**
 * `patch` of the in-memory server where the transaction was deleted: an edit later than the removal brings it back
 * (S39c, S39d).
 */
import type { Patch } from '#domain/mutations/operations';
import { removedTransaction, sinceRemoval, tellOfReturn } from './changes.ts';
import { isLater } from './clocks.ts';
import { restore } from './insert.ts';
import { patch } from './patch.ts';
import type { Work } from './work.ts';

export function patchOrRevive(work: Work, operation: Patch) {
  const removal = operation.table === 'transactions' ? removedTransaction(work, operation.id) : undefined;
  const mine = { at: work.editedAt, by: work.userId };
  if (!removal || !isLater(mine, { at: removal.editedAt, by: removal.author })) {
    patch(work, operation);
    return;
  }
  const { version, userId, userEmail, ...row } = sinceRemoval(work, removal);
  restore(work, { kind: 'restore', table: 'transactions', row });
  tellOfReturn(work, removal, patch(work, operation)?.taken ?? {});
}
