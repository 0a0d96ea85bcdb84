import { useCallback } from 'react';
import type { AccountRow } from '#domain/rows';
import { updateAccount } from '#store/commands/accounts/account-update';
import type { Actor } from '#store/commands/commit/commit';
import * as texts from '#texts/books/accounts';
import * as failures from '#texts/failures';
import { showToast } from '#ui/toast';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';
import type { AccountDraft } from './account-draft.ts';

const FAILURE = { title: failures.ACCOUNT_UPDATE, description: texts.NOT_SAVED };

/** Saves the edited account and shows a toast. `saved` is the draft that goes with it. Returns whether it was saved. */
export function useUpdateAccount(): (
  account: AccountRow,
  draft: AccountDraft,
  saved: Actor['draft'],
) => Promise<boolean> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(
    async (account, { name, type, kind, description }, saved) => {
      const updated = await orToast(FAILURE, () =>
        updateAccount(db, { ...actor, draft: saved }, { account, name, type, kind, description }),
      );
      if (!updated) return false;
      showToast({ title: texts.UPDATED_TITLE, description: texts.UPDATED_DESCRIPTION, tone: 'success' });
      return true;
    },
    [db, actor],
  );
}
