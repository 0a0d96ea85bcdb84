import { likeRefunds } from '#domain/refunds';
import type { TransactionRow } from '#domain/rows';
import { useChoicesByType } from '../form/use-category-choices.ts';

/** Those of the rows whose category is one of the other type only: what came back was entered as income until now. */
export function useLikeRefunds(rows: readonly TransactionRow[], accountId: string): TransactionRow[] {
  const { income, expense } = useChoicesByType(accountId);
  const named = { income: new Set(income.map(({ name }) => name)), expense: new Set(expense.map(({ name }) => name)) };
  return likeRefunds(rows, named);
}
