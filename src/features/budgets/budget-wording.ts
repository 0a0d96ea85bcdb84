/** The notices about budgets (specification, points 5 and 8) and what stands at the fields of a budget. */
import type { BudgetField } from '#domain/budgets';
import { LONGEST_DESCRIPTION, LONGEST_NAME, type TextProblem } from '#domain/entered-text';
import { type AmountProblem, formatMoney, parseAmount } from '#domain/money';
import type { Problems } from '#domain/outcome';
import { MAX_AMOUNT } from '#domain/rows';
import type { CommandProblem } from '#store/commands/commit';

export type FormField = BudgetField | 'accountId' | 'categoryId';
export type FormProblem = TextProblem | AmountProblem | CommandProblem;
export type FormErrors = Partial<Record<FormField, string>>;

export interface Wording {
  title: string;
  description: string;
}

export const NAME_REQUIRED: Wording = {
  title: 'Budget name required',
  description: 'Please enter a name for your budget.',
};
export const AMOUNT_REQUIRED: Wording = {
  title: 'Valid amount required',
  description: 'Please enter a valid amount for your budget.',
};

const AMOUNT_PROBLEMS: { [problem: string]: string } = {
  too_large: `The amount can be at most ${formatMoney(MAX_AMOUNT)}.`,
  too_many_decimals: 'Use at most two decimals.',
};

const PROBLEMS: { [problem: string]: string } = {
  forbidden: 'Your role does not allow this.',
  not_found: 'It is no longer on this device.',
};

/** What to say at which field. */
export function fieldMessages({ name, amount, description, ...others }: Problems<FormField, FormProblem>): FormErrors {
  const messages: FormErrors = {};
  if (name) messages.name = name === 'empty' ? NAME_REQUIRED.description : `Use at most ${LONGEST_NAME} characters.`;
  if (amount) messages.amount = AMOUNT_PROBLEMS[amount] ?? AMOUNT_REQUIRED.description;
  if (description) messages.description = `Use at most ${LONGEST_DESCRIPTION} characters.`;
  if (others.accountId) messages.accountId = PROBLEMS[others.accountId] ?? 'Choose an account.';
  if (others.categoryId) messages.categoryId = PROBLEMS[others.categoryId] ?? 'Choose a category.';
  return messages;
}

/** The notice about a refused entry: the first rule that it breaks, or that it failed. */
export function refusalNotice(errors: Problems<FormField, FormProblem>, failed: Wording): Wording {
  if (errors.name === 'empty') return NAME_REQUIRED;
  if (errors.amount) return AMOUNT_REQUIRED;
  const [message] = Object.values(fieldMessages(errors));
  return { title: failed.title, description: message ?? PROBLEMS[errors.form ?? ''] ?? failed.description };
}

/** What a calculation in the amount comes to, null when there is none to tell. */
export function calculated(amount: string): string | null {
  const parsed = parseAmount(amount);
  return /[+\-−–*/×÷]/.test(amount) && parsed.ok ? `= ${formatMoney(parsed.cents)}` : null;
}
