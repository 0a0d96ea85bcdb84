/** Which budgets of another app are made in an account, and why the others are not. */
import { UNCATEGORIZED } from '#domain/books/categories';
import type { TransactionType } from '#domain/rows';
import type { FoundBudget, PlannedBudget } from './migration-messages.ts';

/** `standing`: the names of the categories that have a budget in the account. */
export function plannedBudgets(
  found: readonly FoundBudget[],
  nameOf: (type: TransactionType, name: string) => string,
  standing: ReadonlySet<string>,
): PlannedBudget[] {
  const met = new Set<string>();
  return found.map(({ category: name, cents, month }) => {
    const category = nameOf('expense', name);
    const problem = problemOf(category);
    met.add(category);
    return { category, cents, month, problem };
  });

  function problemOf(category: string): PlannedBudget['problem'] {
    if (category === UNCATEGORIZED) return 'no_category';
    if (standing.has(category)) return 'has_budget';
    return met.has(category) ? 'second' : null;
  }
}
