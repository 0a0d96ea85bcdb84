import { useCallback } from 'react';
import type { AccountRow } from '#domain/rows';
import { deleteAccount, UNDO_MILLISECONDS } from '#store/commands/account-delete';
import { cancelIntent } from '#store/intents';
import { notify } from '#ui/notices';
import { useActor, useDatabase } from '../session/session.tsx';
import { orNotice } from './command-notice.ts';

const FAILURE = { title: 'Account deletion failed', fallback: 'Could not delete account.' };

/** Deletes an account and offers Undo for as long as the deletion is held on this device. */
export function useDeleteAccount(): (account: AccountRow) => Promise<void> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(
    async ({ id }) => {
      const deleted = await orNotice(FAILURE, () => deleteAccount(db, actor, { id }));
      if (!deleted) return;
      const undo = async () => {
        if (await cancelIntent(db, deleted.mutationId)) return;
        notify({ title: 'Too late to undo', description: 'The deletion was already sent.', tone: 'info' });
      };
      notify({
        title: 'Account deleted',
        description: 'Account has been removed from your ledger.',
        tone: 'success',
        duration: UNDO_MILLISECONDS,
        action: { label: 'Undo', onAction: () => void undo() },
      });
    },
    [db, actor],
  );
}
