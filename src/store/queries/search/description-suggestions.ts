/** Suggestions from earlier transactions, which complete a description and bring its category. */

import type { TransactionType } from '#domain/rows';
import { searchedText } from '#domain/search-text';
import { chosenCategory } from '#domain/transactions/chosen-category';
import type { Database } from '../../database/database.ts';
import { compareRows } from '../../ledger/ledger.ts';
import { categoryChoicesFor } from '../categories/categories.ts';
import { newestOfAllReader, newestTransactions } from '../rows/transactions.ts';

export interface Suggestion {
  description: string;
  /** Null where no earlier row tells one. */
  category: string | null;
  /** The category is of the other type, as in that row. */
  refund: boolean;
  type: TransactionType;
}

/** How many transactions it reads: enough to know a user's habits, few enough for one read. */
const LOOK_BACK = 1000;

/** So many rows later, a use counts half as much. Habits change with the seasons. */
const HALVED_AFTER = 100;

interface Habit extends Suggestion {
  /** The category that it has elsewhere, which this account may not have. */
  elsewhere: string | null;
  weight: number;
}

/**
 * The descriptions of the newest transactions of this type in all these accounts, the most and newest used first, each
 * once. The category is that of the newest plain row of the entry's account, or else of another account where this one
 * offers it. A transfer has no category, and leaves its account as an expense does. A form reads this once when it
 * opens and completes from it with `suggestionsFor`.
 */
export async function recentDescriptions(
  db: Database,
  accountId: string,
  kind: TransactionType | 'transfer',
  accountIds: readonly string[] = [],
): Promise<Suggestion[]> {
  const type = kind === 'transfer' ? 'expense' : kind;
  const habits = new Map<string, Habit>();
  // Apart, or a busy account would hide the habits of the one that is seldom used.
  const others = accountIds.filter((id) => id !== accountId);
  const read = await Promise.all([
    newestTransactions(db, accountId, LOOK_BACK),
    newestOfAllReader(db, others, LOOK_BACK)(),
  ]);
  const rows = read.flat().sort(compareRows);
  for (const [at, row] of rows.entries()) {
    const key = searchedText(row.description);
    if (row.type !== type || key === '' || row.nature === 'opening' || row.nature === 'adjustment') continue;
    const { description } = row;
    const habit = habits.get(key) ?? { description, category: null, refund: false, elsewhere: null, type, weight: 0 };
    habits.set(key, habit);
    habit.weight += 0.5 ** (at / HALVED_AFTER);
    const category = kind === 'transfer' ? null : chosenCategory(row);
    if (row.accountId === accountId && habit.category === null) Object.assign(habit, { category, refund: row.refund });
    // Another account may have no such category of the other type.
    else if (!row.refund) habit.elsewhere ??= category;
  }
  const choices = await categoryChoicesFor(db, accountId, type);
  const offered = new Set(choices.map(({ name }) => name));
  return [...habits.values()]
    .sort((one, other) => other.weight - one.weight)
    .map(({ description, category, refund, elsewhere }) => ({
      description,
      refund,
      category: category ?? (elsewhere !== null && offered.has(elsewhere) ? elsewhere : null),
      type,
    }));
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
