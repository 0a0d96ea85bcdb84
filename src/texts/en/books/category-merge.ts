/** Two categories become one. */
import { counted } from '#domain/money/numbers';

export const MENU = 'Merge into another category';
export const MERGE_THEM = 'Merge the two';
export const INTO = 'Merge into';
export const MERGE = 'Merge';
export const MERGED_TITLE = 'Categories merged';

export function titleOf(name: string): string {
  return `Merge ${name}`;
}

export function merged(from: string, into: string): string {
  return `${from} is part of ${into} now.`;
}

/** Said before it is done. */
export function rows(count: number, from: string, into: string): string {
  if (count === 0) return `No transaction has the category ${from}. It goes.`;
  return `${counted(count, 'transaction gets', 'transactions get')} the category ${into}, and ${from} goes.`;
}

/** Said before it is done. */
export function budgets(names: readonly string[], into: string): string {
  return `${counted(names.length, 'budget counts', 'budgets count')} ${into} from then on: ${names.join(', ')}.`;
}

/** Said before it is done, of somebody who has only this budget. */
export function seesMore(email: string, budget: string): string {
  return `${email} will see the transactions of both, through the budget ${budget}.`;
}
