import { useCallback } from 'react';
import { archiveAccount } from '#store/commands/accounts/account-archive';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/accounts';
import * as failures from '#texts/failures';
import { showToast } from '#ui/toast';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';

const FAILURE = { title: failures.ACCOUNT_UPDATE, description: texts.NOT_SAVED };

/** Archives an account, or takes it out of the archive, and offers Undo. */
export function useArchiveAccount(): (id: string, archived: boolean) => Promise<void> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(
    async (id, archived) => {
      const archive = (to: boolean) => orToast(FAILURE, () => archiveAccount(db, actor, { id, archived: to }));
      if (!(await archive(archived))) return;
      showToast({
        title: archived ? texts.ARCHIVED_TITLE : texts.UNARCHIVED_TITLE,
        ...(archived && { description: texts.ARCHIVED_DESCRIPTION }),
        tone: 'success',
        action: { label: actions.UNDO, onAction: () => void archive(!archived) },
      });
    },
    [db, actor],
  );
}
