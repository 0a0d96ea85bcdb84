import { type ReactNode, useCallback } from 'react';
import { findTransaction } from '#store/queries/rows/transactions';
import { useDatabase } from '../../session/session.ts';
import { useReconciledQuestion } from '../reconciling/use-reconciled-question.tsx';

/**
 * Asks what an edit of the row would ask, before the user's word replaces what stands: the transaction may have been
 * reconciled by another person meanwhile. Goes on at once where this device has no such transaction.
 */
type AskFirst = (id: string, action: 'change' | 'delete', go: () => void) => void;

/** Returns what asks, and the question to render. */
export function useReconciledFirst(): { askFirst: AskFirst; question: ReactNode } {
  const db = useDatabase();
  const { ask, question } = useReconciledQuestion();
  const askFirst: AskFirst = useCallback(
    (id, action, go) => {
      findTransaction(db, id, {}).then(
        (row) => (row ? ask(row, action, go) : go()),
        // What follows fails as well, and says so.
        go,
      );
    },
    [db, ask],
  );
  return { askFirst, question };
}
