import { atLeast, roleInAccount, roleInBudget } from './access.ts';
import { Refused } from './refused.ts';
import type { Work } from './work.ts';

/** In the words for every row that this person may not add, whatever is in the account. */
export function requireMember({ state, userId }: Work, accountId: string): void {
  if (atLeast(roleInAccount(state, userId, accountId), 'member')) return;
  const budgets = [...state.tables.budgets.values()].filter((budget) => budget.accountId === accountId);
  const isReached =
    roleInAccount(state, userId, accountId) !== null ||
    budgets.some(({ id }) => roleInBudget(state, userId, id) !== null);
  throw new Refused(isReached ? 'forbidden' : 'gone');
}
