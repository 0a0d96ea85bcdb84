/** The toasts about budgets (specification, points 5 and 8), and the messages at the fields of a budget. */

import type { BudgetField } from '#domain/books/budgets';
import { LONGEST_DESCRIPTION, LONGEST_NAME, type TextProblem } from '#domain/entered-text';
import { type AmountProblem, formatMoney } from '#domain/money/money';
import type { Problems } from '#domain/outcome';
import { MAX_AMOUNT } from '#domain/rows';
import type { CommandProblem } from '#store/commands/commit/commit';
import * as texts from '#texts/books/budgets';
import * as failures from '#texts/failures';
import * as problems from '#texts/field-problems';

export type FormField = BudgetField | 'accountId' | 'categoryId';
export type FormProblem = TextProblem | AmountProblem | CommandProblem;
export type FormErrors = Partial<Record<FormField, string>>;

export interface Wording {
  title: string;
  description: string;
}

const AMOUNT_PROBLEMS: { [problem: string]: string } = {
  too_large: problems.amountTooLarge(formatMoney(MAX_AMOUNT)),
  too_many_decimals: problems.AMOUNT_TOO_PRECISE,
  other_currency: problems.OTHER_CURRENCY,
};

const PROBLEMS: { [problem: string]: string } = {
  forbidden: failures.ROLE,
  not_found: failures.GONE,
};

/** The message for each field. */
export function fieldMessages({ name, amount, description, ...others }: Problems<FormField, FormProblem>): FormErrors {
  const messages: FormErrors = {};
  if (name) messages.name = name === 'empty' ? texts.NAME_REQUIRED.description : problems.tooLong(LONGEST_NAME);
  if (amount) messages.amount = AMOUNT_PROBLEMS[amount] ?? texts.AMOUNT_REQUIRED.description;
  if (description) messages.description = problems.tooLong(LONGEST_DESCRIPTION);
  if (others.accountId) messages.accountId = PROBLEMS[others.accountId] ?? problems.NO_ACCOUNT;
  if (others.categoryId) messages.categoryId = PROBLEMS[others.categoryId] ?? problems.NO_CATEGORY;
  return messages;
}

/** The toast about a refused budget: the first rule that it breaks, or the failure. */
export function refusalToast(errors: Problems<FormField, FormProblem>, failed: Wording): Wording {
  if (errors.name === 'empty') return texts.NAME_REQUIRED;
  if (errors.amount) return texts.AMOUNT_REQUIRED;
  const [message] = Object.values(fieldMessages(errors));
  return { title: failed.title, description: message ?? PROBLEMS[errors.form ?? ''] ?? failed.description };
}
