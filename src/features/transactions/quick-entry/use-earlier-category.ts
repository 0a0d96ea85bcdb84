import { filterKey } from '#domain/transactions/transactions';
import { type Described, useRecent } from '../form/use-suggestions.ts';

/** The category of the newest plain transaction with this description; null when there is none. */
export function useEarlierCategory(draft: Described): string | null {
  const recent = useRecent(draft, draft.description !== '');
  const typed = filterKey(draft.description);
  return recent.find(({ description }) => filterKey(description) === typed)?.category ?? null;
}
