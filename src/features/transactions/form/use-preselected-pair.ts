import { useEffect, useRef } from 'react';
import type { AccountRow } from '#domain/rows';
import { lastTransferPair } from '#store/queries/transfers/transfer-pair';
import { useDatabase } from '../../../session/session.ts';
import type { NewEntryDraft } from './new-entry-draft.ts';
import type { Change } from './use-transaction-form.ts';

/**
 * Chooses both accounts of a new transfer as in the last one of its account, or the only other account. What the user
 * has chosen stays.
 */
export function usePreselectedPair(
  accounts: readonly AccountRow[],
  draft: Pick<NewEntryDraft, 'accountId' | 'toAccountId'>,
  change: Change<NewEntryDraft>,
): void {
  const db = useDatabase();
  const now = useRef({ accounts, draft });
  useEffect(() => {
    now.current = { accounts, draft };
  });
  useEffect(() => {
    const { accountId, toAccountId } = now.current.draft;
    if (accountId === '' || toAccountId !== '') return;
    let left = false;
    lastTransferPair(db, accountId).then(
      (last) => {
        const { accounts: offered, draft: chosen } = now.current;
        if (left || chosen.accountId !== accountId || chosen.toAccountId !== '') return;
        const isOffered = (id: string) => offered.some((account) => account.id === id);
        if (last && isOffered(last.from) && isOffered(last.to)) change({ accountId: last.from, toAccountId: last.to });
        else if (offered.length === 2) change({ toAccountId: offered.find(({ id }) => id !== accountId)?.id ?? '' });
      },
      // Without it the user chooses.
      () => {},
    );
    return () => {
      left = true;
    };
  }, [db, change]);
}
