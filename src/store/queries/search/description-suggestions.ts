/** Suggestions from earlier transactions, which complete a description and bring its category. */

import type { TransactionType } from '#domain/rows';
import { searchedText } from '#domain/search-text';
import { chosenCategory } from '#domain/transactions/chosen-category';
import type { Database } from '../../database/database.ts';
import { newestTransactions } from '../rows/transactions.ts';

export interface Suggestion {
  description: string;
  /** Null where no earlier row tells one. */
  category: string | null;
  type: TransactionType;
}

/** How many transactions it reads: enough to know a user's habits, few enough for one read. */
const LOOK_BACK = 1000;

/**
 * The descriptions of an account's newest transactions of this type, newest first, each once and with the category of
 * the newest plain row. A transfer has no category, and leaves its account as an expense does. A form reads this once
 * when it opens and completes from it with `suggestionsFor`.
 */
export async function recentDescriptions(
  db: Database,
  accountId: string,
  kind: TransactionType | 'transfer',
): Promise<Suggestion[]> {
  const type = kind === 'transfer' ? 'expense' : kind;
  const byDescription = new Map<string, Suggestion>();
  for (const row of await newestTransactions(db, accountId, LOOK_BACK)) {
    const key = searchedText(row.description);
    if (row.type !== type || key === '' || row.nature === 'opening' || row.nature === 'adjustment') continue;
    const category = kind === 'transfer' ? null : chosenCategory(row);
    const known = byDescription.get(key);
    if (!known) byDescription.set(key, { description: row.description, category, type });
    else known.category ??= category;
  }
  return [...byDescription.values()];
}

/**
 * The suggestions that match the typed words, at most `limit`: first descriptions that begin with them, then those that
 * contain them.
 */
export function suggestionsFor(recent: readonly Suggestion[], typed: string, limit: number): Suggestion[] {
  const words = searchedText(typed);
  if (words === '') return [];
  const keyed = recent.map((suggestion) => ({ suggestion, at: searchedText(suggestion.description).indexOf(words) }));
  const begins = keyed.filter(({ at }) => at === 0);
  const contains = keyed.filter(({ at }) => at > 0);
  return [...begins, ...contains].slice(0, limit).map(({ suggestion }) => suggestion);
}
