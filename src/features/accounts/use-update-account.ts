import { useCallback } from 'react';
import type { AccountRow } from '#domain/rows';
import { updateAccount } from '#store/commands/account-update';
import { notify } from '#ui/notices';
import { useActor, useDatabase } from '../session/session.tsx';
import type { AccountDraft } from './account-draft.ts';
import { ACCOUNT_FAILURES, ACCOUNT_UPDATED } from './account-wording.ts';
import { orNotice } from './command-notice.ts';

/** Saves what was edited about an account and says so. Answers whether it was saved. */
export function useUpdateAccount(): (account: AccountRow, draft: AccountDraft) => Promise<boolean> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(
    async (account, draft) => {
      const updated = await orNotice(ACCOUNT_FAILURES.update, () => updateAccount(db, actor, { account, ...draft }));
      if (!updated) return false;
      notify(ACCOUNT_UPDATED);
      return true;
    },
    [db, actor],
  );
}
