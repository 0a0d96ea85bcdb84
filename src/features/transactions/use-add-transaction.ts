import { useCallback } from 'react';
import { formatMoney } from '#domain/money';
import type { TransactionFields } from '#domain/transactions';
import { addTransaction } from '#store/commands/transaction-add';
import { notify } from '#ui/notices';
import { orNotice } from '../accounts/command-notice.ts';
import { useActor, useDatabase } from '../session/session.tsx';
import { frames } from './frames.ts';
import type { TransactionDraft } from './transaction-draft.ts';

const FAILURE = { title: 'Transaction failed', fallback: 'Could not save transaction.' };

/** Saves a new transaction and says so. Answers whether it was saved. */
export function useAddTransaction(): (draft: TransactionDraft, fields: TransactionFields) => Promise<boolean> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(
    async (draft, { type, amount }) => {
      const added = await orNotice(FAILURE, () => addTransaction(db, actor, draft));
      if (!added) return false;
      // The new row comes first; drawing what is said about it would hold it up.
      await frames(2);
      const description = `${type === 'income' ? 'Income' : 'Expense'} of ${formatMoney(amount)} saved successfully.`;
      notify({ title: 'Transaction added', description, tone: 'success' });
      return true;
    },
    [db, actor],
  );
}
