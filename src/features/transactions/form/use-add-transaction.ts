import { useCallback } from 'react';
import type { CategoryAsChosen } from '#domain/books/categories';
import { formatMoney } from '#domain/money/money';
import type { TransactionFields } from '#domain/transactions/transactions';
import type { Actor } from '#store/commands/commit/commit';
import { enterTransaction } from '#store/commands/transactions/transaction-add';
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
 * Saves a new transaction and shows a toast. `chosen` says which categories the user chose. When the account is not
 * `shownId`, the one on the screen, the toast names it. `saved` is the draft that goes with it. Returns whether it was
 * saved.
 */
export function useAddTransaction(
  shownId: string,
): (
  chosen: Partial<CategoryAsChosen> & Pick<TransactionDraft, 'lines'>,
  fields: TransactionFields,
  saved?: Actor['draft'],
) => Promise<boolean> {
  const db = useDatabase();
  const actor = useActor();
  const accounts = useAccounts();
  return useCallback(
    async (chosen, fields, saved) => {
      const by = { ...actor, draft: saved };
      const added = await orToast(FAILURE, () => enterTransaction(db, by, fields, chosen));
      if (!added) return false;
      const { type, amount, accountId } = fields;
      const other = accountId === shownId ? null : accounts?.find(({ account }) => account.id === accountId);
      const description = texts.addedDescription(type, formatMoney(amount), other?.account.name);
      setTimeout(showToast, ROW_FIRST_MS, { title: texts.ADDED_TITLE, description, tone: 'success' });
      return true;
    },
    [db, actor, accounts, shownId],
  );
}
