import { useLiveQuery } from 'dexie-react-hooks';
import { recentDescriptions, type Suggestion, suggestionsFor } from '#store/queries/description-suggestions';
import { useDatabase } from '../session/session.tsx';
import type { TransactionDraft } from './transaction-draft.ts';

/** As many as fit between the field and the dialog's buttons. */
const SHOWN = 4;

/** Earlier descriptions of the draft's account and type that complete what was typed. */
export function useSuggestions({ accountId, type, description }: TransactionDraft): Suggestion[] {
  const db = useDatabase();
  const recent = useLiveQuery(() => recentDescriptions(db, accountId, type), [db, accountId, type], []);
  return suggestionsFor(recent, description, SHOWN);
}
