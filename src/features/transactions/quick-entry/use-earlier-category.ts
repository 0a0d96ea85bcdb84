import { searchedText } from '#domain/search-text';
import { type Described, useRecent } from '../form/use-suggestions.ts';

/** The category of the newest plain transaction with this description; null when there is none, or it was a refund. */
export function useEarlierCategory(draft: Described): string | null {
  const recent = useRecent(draft, draft.description !== '');
  const typed = searchedText(draft.description);
  const earlier = recent.find(({ description }) => searchedText(description) === typed);
  return earlier && !earlier.refund ? earlier.category : null;
}
