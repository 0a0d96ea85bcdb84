/** The notices about categories (specification, point 8) and what stands at the name that was refused. */
import { LONGEST_NAME, type TextProblem } from '#domain/entered-text';
import type { TransactionType } from '#domain/rows';
import type { CommandProblem } from '#store/commands/commit';

export type CategoryProblem = TextProblem | 'duplicate' | CommandProblem;

export const LIST_TITLES: Record<TransactionType, string> = {
  expense: 'Expense Categories',
  income: 'Income Categories',
};

export const LOAD_FAILURE = {
  title: 'Failed to load categories',
  description: 'There was an error loading your categories.',
};

export const NAME_REQUIRED = {
  title: 'Category name required',
  description: 'Please enter a name for your category.',
};

const PROBLEMS: Record<CategoryProblem, string> = {
  empty: NAME_REQUIRED.description,
  too_long: `Use at most ${LONGEST_NAME} characters.`,
  duplicate: 'There is a category of this type and name already.',
  forbidden: 'Your role does not allow this.',
  not_found: 'It is no longer on this device.',
};

export function problemText(problem: CategoryProblem): string {
  return PROBLEMS[problem];
}
