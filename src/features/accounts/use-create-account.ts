import { useCallback } from 'react';
import { createAccount } from '#store/commands/account-create';
import { listAccounts } from '#store/queries/accounts';
import { notify } from '#ui/notices';
import { useActor, useDatabase } from '../session/session.tsx';
import type { AccountDraft } from './account-draft.ts';
import { ACCOUNT_FAILURES, accountCreated } from './account-wording.ts';
import { useRememberedAccount } from './active-account.ts';
import { orNotice } from './command-notice.ts';

/** Creates an account and says so; the first one becomes the active one. Answers whether it was made. */
export function useCreateAccount(): (draft: AccountDraft) => Promise<boolean> {
  const db = useDatabase();
  const actor = useActor();
  const select = useRememberedAccount((remembered) => remembered.select);
  return useCallback(
    async (draft) => {
      const created = await orNotice(ACCOUNT_FAILURES.create, () => createAccount(db, actor, draft));
      if (!created) return false;
      if ((await listAccounts(db)).length === 1) select(created.id);
      notify(accountCreated(draft.name.trim()));
      return true;
    },
    [db, actor, select],
  );
}
