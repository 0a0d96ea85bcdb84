import { useEffect, useState } from 'react';
import { recentDescriptions, type Suggestion, suggestionsFor } from '#store/queries/search/description-suggestions';
import { useAccounts } from '../../../session/accounts/use-accounts.ts';
import { useDatabase } from '../../../session/session.ts';
import type { NewEntryDraft } from './new-entry-draft.ts';

/** As many as fit between the field and the dialog's buttons. */
const SHOWN = 4;

/** A draft with a description. */
export type Described = Pick<NewEntryDraft, 'accountId' | 'type' | 'description'>;

/**
 * Earlier descriptions of the draft's type, of all accounts, that complete the typed text. History is read when the
 * user begins to type (`active`). It is not live: a read after each transaction would delay its appearance.
 */
export function useSuggestions(draft: Described, active: boolean): Suggestion[] {
  const recent = useRecent(draft, active);
  return active ? suggestionsFor(recent, draft.description, SHOWN) : [];
}

/** The descriptions of the draft's type, with the categories of its account; none before the first read. */
export function useRecent(draft: Described, active: boolean): readonly Suggestion[] {
  const { accountId, type } = draft;
  const db = useDatabase();
  const accountIds = useAccounts()
    ?.map(({ account }) => account.id)
    .join(' ');
  const [recent, setRecent] = useState<readonly Suggestion[]>([]);
  useEffect(() => {
    if (!active) return;
    let left = false;
    recentDescriptions(db, accountId, type, accountIds?.split(' ')).then(
      (found) => {
        if (!left) setRecent(found);
      },
      // Without suggestions the user types the text.
      () => {},
    );
    return () => {
      left = true;
    };
  }, [db, accountId, accountIds, type, active]);
  return recent;
}
