import { useCallback } from 'react';
import { formatMoney } from '#domain/money';
import type { TransactionFields } from '#domain/transactions';
import { addTransaction } from '#store/commands/transaction-add';
import { notify } from '#ui/notices';
import { orNotice } from '../accounts/command-notice.ts';
import { useActor, useDatabase } from '../session/session.tsx';
import type { TransactionDraft } from './transaction-draft.ts';

/** Drawing what is said about a new row would hold up the row itself. */
const ROW_FIRST_MS = 50;

const FAILURE = { title: 'Transaction failed', fallback: 'Could not save transaction.' };

/** Saves a new transaction and says so. Answers whether it was saved. */
export function useAddTransaction(): (draft: TransactionDraft, fields: TransactionFields) => Promise<boolean> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(
    async (draft, { type, amount }) => {
      const added = await orNotice(FAILURE, () => addTransaction(db, actor, draft));
      if (!added) return false;
      const description = `${type === 'income' ? 'Income' : 'Expense'} of ${formatMoney(amount)} saved successfully.`;
      setTimeout(notify, ROW_FIRST_MS, { title: 'Transaction added', description, tone: 'success' });
      return true;
    },
    [db, actor],
  );
}
