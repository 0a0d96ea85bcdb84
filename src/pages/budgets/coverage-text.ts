import type { BudgetView } from '#store/queries/budgets';
import * as texts from '#texts/books/budgets';
import * as terms from '#texts/terms';

/** What a budget covers: the category, and the people whose transactions count. */
export function coverageTexts({ categoryName, accountName }: BudgetView): [category: string, account: string] {
  const account = accountName === null ? texts.SHARED : texts.coversAccount(accountName);
  return [categoryName ?? terms.ALL_CATEGORIES, account];
}
