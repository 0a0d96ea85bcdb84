import type { BudgetView } from '#store/queries/budgets';

/** What a budget covers: the category, and whose transactions. */
export function coverageTexts({ categoryName, accountName }: BudgetView): [category: string, account: string] {
  const account = accountName === null ? 'Shared with you' : `Covers transactions of ${accountName}`;
  return [categoryName ?? 'All categories', account];
}
