import { useCallback } from 'react';
import { createAccount } from '#store/commands/accounts/account-create';
import type { Actor } from '#store/commands/commit/commit';
import { listAccounts } from '#store/queries/accounts/accounts';
import * as texts from '#texts/books/accounts';
import * as failures from '#texts/failures';
import { showToast } from '#ui/toast';
import { useRememberedAccount } from '../../session/accounts/active-account.ts';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';
import type { AccountDraft } from './account-draft.ts';

const FAILURE = { title: failures.ACCOUNT_CREATE, description: texts.NOT_SAVED };

/**
 * Creates an account and shows a toast. The first account becomes the active one. `saved` is the draft that goes with
 * it. Returns whether it was made.
 */
export function useCreateAccount(): (draft: AccountDraft, saved: Actor['draft']) => Promise<boolean> {
  const db = useDatabase();
  const actor = useActor();
  const select = useRememberedAccount((remembered) => remembered.select);
  return useCallback(
    async (draft, saved) => {
      const created = await orToast(FAILURE, () => createAccount(db, { ...actor, draft: saved }, draft));
      if (!created) return false;
      if ((await listAccounts(db)).length === 1) select(created.id);
      showToast({
        title: texts.CREATED_TITLE,
        description: texts.createdDescription(draft.name.trim()),
        tone: 'success',
      });
      return true;
    },
    [db, actor, select],
  );
}
