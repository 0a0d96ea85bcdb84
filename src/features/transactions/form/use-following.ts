import { useState } from 'react';
import type { AccountRow } from '#domain/rows';
import { useNewDay } from '../../dates/use-today.ts';
import type { NewEntryDraft } from './new-entry-draft.ts';
import type { TransactionForm } from './use-transaction-form.ts';

type Form = Pick<TransactionForm<NewEntryDraft>, 'draft' | 'change'>;

/**
 * Lets an open form follow the active account. It keeps the typed text. When the text was typed for an account that is
 * gone or became read-only, the form chooses no other account instead.
 */
export function useFollowingAccount({ draft, change }: Form, accounts: readonly AccountRow[], accountId: string): void {
  const [followed, setFollowed] = useState(accountId);
  if (followed === accountId) return;
  setFollowed(accountId);
  const isMeantElsewhere = !isEmpty(draft) && !accounts.some(({ id }) => id === draft.accountId);
  change({ accountId: isMeantElsewhere ? '' : accountId });
}

/** Lets an open form follow the day, until something is entered or another date is chosen. */
export function useFollowingDay({ draft, change }: Form): void {
  useNewDay((day, before) => {
    if (isEmpty(draft) && draft.date === before) change({ date: day });
  });
}

function isEmpty({ amount, description }: NewEntryDraft): boolean {
  return amount + description === '';
}
