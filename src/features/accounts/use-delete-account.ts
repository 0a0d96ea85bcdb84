import { useCallback } from 'react';
import type { AccountRow } from '#domain/rows';
import { deleteAccount, UNDO_MILLISECONDS } from '#store/commands/account-delete';
import { cancelIntent } from '#store/intents';
import { notify } from '#ui/notices';
import { useActor, useDatabase } from '../session/session.tsx';
import { ACCOUNT_DELETED, ACCOUNT_FAILURES, TOO_LATE_TO_UNDO } from './account-wording.ts';
import { orNotice } from './command-notice.ts';

/** Deletes an account and offers Undo for as long as the deletion is held on this device. */
export function useDeleteAccount(): (account: AccountRow) => Promise<void> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(
    async ({ id }) => {
      const deleted = await orNotice(ACCOUNT_FAILURES.remove, () => deleteAccount(db, actor, { id }));
      if (!deleted) return;
      const undo = async () => {
        if (await cancelIntent(db, deleted.mutationId)) return;
        notify(TOO_LATE_TO_UNDO);
      };
      notify({
        ...ACCOUNT_DELETED,
        duration: UNDO_MILLISECONDS,
        action: { label: 'Undo', onAction: () => void undo() },
      });
    },
    [db, actor],
  );
}
