import { useCallback } from 'react';
import { formatMoney } from '#domain/money/money';
import type { TransactionFields } from '#domain/transactions/transactions';
import type { Actor } from '#store/commands/commit/commit';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import * as failures from '#texts/failures';
import * as texts from '#texts/transactions/transactions';
import { showToast } from '#ui/toast';
import { useAccounts } from '../../../session/accounts/use-accounts.ts';
import { useActor, useDatabase } from '../../../session/session.ts';
import { orToast } from '../../../session/toasts/command-toast.ts';
import type { TransactionDraft } from './transaction-draft.ts';

/** The row appears first; rendering the toast would delay it. */
const ROW_FIRST_MS = 50;

const FAILURE = { title: failures.TRANSACTION_SAVE, description: failures.TRANSACTION_NOT_SAVED };

/**
 * Saves a new transaction and shows a toast. When the account is not `shownId`, the one on the screen, the toast
 * names it. `saved` is the draft that goes with it. Returns whether it was saved.
 */
export function useAddTransaction(
  shownId: string,
): (draft: TransactionDraft, fields: TransactionFields, saved?: Actor['draft']) => Promise<boolean> {
  const db = useDatabase();
  const actor = useActor();
  const accounts = useAccounts();
  return useCallback(
    async (draft, { type, amount }, saved) => {
      const added = await orToast(FAILURE, () => addTransaction(db, { ...actor, draft: saved }, draft));
      if (!added) return false;
      const other =
        draft.accountId === shownId ? null : accounts?.find(({ account }) => account.id === draft.accountId);
      const description = texts.addedDescription(type, formatMoney(amount), other?.account.name);
      setTimeout(showToast, ROW_FIRST_MS, { title: texts.ADDED_TITLE, description, tone: 'success' });
      return true;
    },
    [db, actor, accounts, shownId],
  );
}
