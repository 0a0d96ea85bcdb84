import { useCallback } from 'react';
import type { AccountRow } from '#domain/rows';
import { deleteAccount } from '#store/commands/accounts/account-delete';
import { UNDO_MILLISECONDS } from '#store/commands/commit/commit';
import { cancelAction } from '#store/commands/entries/entry-cancel';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/accounts';
import * as failures from '#texts/failures';
import { showToast } from '#ui/toast';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';
import { leaveAccount } from './left-accounts.ts';

const FAILURE = { title: failures.ACCOUNT_DELETE, description: texts.NOT_DELETED };

/** Deletes an account, and offers Undo for as long as this device holds the deletion back. */
export function useDeleteAccount(): (account: AccountRow, chosen: { countsTransfers: boolean }) => Promise<void> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(
    async ({ id }, { countsTransfers }) => {
      const deleted = await orToast(FAILURE, () => deleteAccount(db, actor, { id, countsTransfers }));
      if (!deleted) return;
      leaveAccount(id);
      const undo = async () => {
        if (await cancelAction(db, deleted)) return;
        showToast({ title: texts.TOO_LATE_TITLE, description: texts.TOO_LATE_DESCRIPTION, tone: 'info' });
      };
      showToast({
        title: texts.DELETED_TITLE,
        description: texts.DELETED_DESCRIPTION,
        tone: 'success',
        duration: UNDO_MILLISECONDS,
        action: { label: actions.UNDO, onAction: () => void undo() },
      });
    },
    [db, actor],
  );
}
