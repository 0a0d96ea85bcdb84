import { useCallback } from 'react';
import type { Actor } from '#store/commands/commit/commit';
import { useAccounts } from '../../../session/accounts/use-accounts.ts';
import { useActor, useDatabase } from '../../../session/session.ts';
import { addTransferAndTell } from './add-transfer.ts';
import type { NewEntry, NewEntryDraft } from './new-entry-draft.ts';
import { useAddTransaction } from './use-add-transaction.ts';

/**
 * Saves a new transaction or transfer and shows a toast. `shownId` is the account on the screen. `saved` is the draft
 * that goes with it. Returns whether it was saved.
 */
export function useAddEntry(
  shownId: string,
): (draft: NewEntryDraft, entry: NewEntry, saved?: Actor['draft']) => Promise<boolean> {
  const db = useDatabase();
  const actor = useActor();
  const accounts = useAccounts();
  const addTransaction = useAddTransaction(shownId);
  return useCallback(
    async (draft, entry, saved) => {
      if (entry.kind === 'transaction') return addTransaction(draft, entry.fields, saved);
      const named = accounts?.map(({ account }) => account) ?? [];
      return addTransferAndTell(db, { ...actor, draft: saved }, entry.fields, named);
    },
    [db, actor, accounts, addTransaction],
  );
}
