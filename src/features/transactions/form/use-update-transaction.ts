import { useCallback } from 'react';
import type { TransactionRow } from '#domain/rows';
import type { Actor } from '#store/commands/commit/commit';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import * as failures from '#texts/failures';
import * as texts from '#texts/transactions/transactions';
import { showToast } from '#ui/toast';
import { useActor, useDatabase } from '../../../session/session.ts';
import { orToast } from '../../../session/toasts/command-toast.ts';
import type { TransactionDraft } from './transaction-draft.ts';

const FAILURE = { title: failures.TRANSACTION_UPDATE, description: failures.TRANSACTION_NOT_SAVED };

/**
 * Saves the edited fields of a row and shows a toast. `row` is the row as the user opened it. `saved` is the draft that
 * goes with it. Returns whether it was saved.
 */
export function useUpdateTransaction(): (
  row: TransactionRow,
  draft: TransactionDraft,
  saved?: Actor['draft'],
) => Promise<boolean> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(
    async (row, draft, saved) => {
      const acting = { ...actor, draft: saved };
      const updated = await orToast(FAILURE, () => updateTransaction(db, acting, { row, ...draft }));
      if (!updated) return false;
      const description = texts.UPDATED_DESCRIPTION;
      showToast({ title: texts.UPDATED_TITLE, description, tone: 'success' });
      return true;
    },
    [db, actor],
  );
}
