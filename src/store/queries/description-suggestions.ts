/** Earlier entries that complete a description and bring its category. */
import type { TransactionType } from '#domain/rows';
import { filterKey } from '#domain/transactions';
import type { Database } from '../database.ts';
import { newestTransactions } from './transactions.ts';

export interface Suggestion {
  description: string;
  category: string;
  type: TransactionType;
}

/** How far back it looks: enough to know somebody's habits, few enough to be read in one go. */
const LOOK_BACK = 1000;

/**
 * The descriptions of an account's newest transactions of this type, each once and with the category it last had, newest
 * first. A screen reads this once when its form opens and completes from it with `suggestionsFor`.
 */
export async function recentDescriptions(
  db: Database,
  accountId: string,
  type: TransactionType,
): Promise<Suggestion[]> {
  const byDescription = new Map<string, Suggestion>();
  for (const row of await newestTransactions(db, accountId, LOOK_BACK)) {
    const key = filterKey(row.description);
    if (row.type !== type || key === '' || byDescription.has(key)) continue;
    byDescription.set(key, { description: row.description, category: row.category, type: row.type });
  }
  return [...byDescription.values()];
}

/** Those that the typed words lead to, at most `limit`: first what begins with them, then what contains them. */
export function suggestionsFor(recent: readonly Suggestion[], typed: string, limit: number): Suggestion[] {
  const words = filterKey(typed);
  if (words === '') return [];
  const keyed = recent.map((suggestion) => ({ suggestion, at: filterKey(suggestion.description).indexOf(words) }));
  const begins = keyed.filter(({ at }) => at === 0);
  const contains = keyed.filter(({ at }) => at > 0);
  return [...begins, ...contains].slice(0, limit).map(({ suggestion }) => suggestion);
}
