import type { BudgetView } from '#store/queries/budgets';

/** What a budget covers, in a line: `Food · Covers transactions of Personal`. */
export function coverageText({ categoryName, accountName }: BudgetView): string {
  const where = accountName === null ? 'Shared with you' : `Covers transactions of ${accountName}`;
  return `${categoryName ?? 'All categories'} · ${where}`;
}
