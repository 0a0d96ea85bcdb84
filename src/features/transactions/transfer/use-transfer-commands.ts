import { useMemo } from 'react';
import type { TransactionRow } from '#domain/rows';
import type { Actor } from '#store/commands/commit/commit';
import { type Edited, editTransfer, linkTransfer, unlinkTransfer } from '#store/commands/transfers/transfer-edit';
import { undoAction } from '#store/commands/undo/action-undo';
import type { BothSides } from '#store/queries/transfers/transfer';
import * as failures from '#texts/failures';
import * as texts from '#texts/transactions/transfers';
import { showToast } from '#ui/toast';
import { useActor, useDatabase } from '../../../session/session.ts';
import { orToast } from '../../../session/toasts/command-toast.ts';
import { offerUndo } from '../../undo/offer-undo.ts';
import type { TransferDraft } from '../form/transfer-draft.ts';

const FAILURE = { title: failures.TRANSACTION_UPDATE, description: failures.TRANSACTION_NOT_SAVED };

const UNDO_FAILURE = { title: failures.TRANSACTION_SAVE, description: failures.TRANSACTION_NOT_SAVED };

type Sides = Pick<BothSides, 'from' | 'to'>;

/** What one can do with transfers that are there. Each shows a toast and returns whether it was done. */
export function useTransferCommands() {
  const db = useDatabase();
  const actor = useActor();
  return useMemo(() => {
    const told = (outcome: Edited | null, title: string, description?: string) => {
      if (!outcome) return false;
      const actionId = 'actionId' in outcome ? outcome.actionId : null;
      if (!actionId || !description) showToast({ title, tone: 'success', ...(description && { description }) });
      else {
        const undo = () => orToast(UNDO_FAILURE, () => undoAction(db, actor, { id: actionId }));
        offerUndo(db, actionId, { title, description }, () => void undo());
      }
      return true;
    };
    return {
      /** `describes`: the id of the side that the description is of. */
      edit: async ({ from, to }: Sides, describes: string, entered: TransferDraft, saved: Actor['draft']) => {
        const edited = await orToast(FAILURE, () =>
          editTransfer(db, { ...actor, draft: saved }, { rows: [from, to], describes, ...entered }),
        );
        return told(edited, texts.UPDATED_TITLE);
      },
      link: async (rows: TransactionRow[]) => {
        const linked = await orToast(FAILURE, () => linkTransfer(db, actor, { rows }));
        return told(linked, texts.LINKED_TITLE, texts.LINKED_DESCRIPTION);
      },
      unlink: async (rows: TransactionRow[]) => {
        const unlinked = await orToast(FAILURE, () => unlinkTransfer(db, actor, { rows }));
        return told(unlinked, texts.UNLINKED_TITLE, texts.UNLINKED_DESCRIPTION);
      },
    };
  }, [db, actor]);
}
