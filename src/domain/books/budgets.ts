/**
 * Budgets: what one covers, how it stands in a month, its short ids, and what may be entered about one. Amounts are
 * cents.
 */
import { daysLeftInMonth } from '../dates/dates.ts';
import {
  cleanText,
  LONGEST_DESCRIPTION,
  LONGEST_NAME,
  requiredTextProblem,
  type TextProblem,
} from '../entered-text.ts';
import { type AmountProblem, parseAmount } from '../money/money.ts';
import { type SumLine, summarize } from '../money/totals.ts';
import type { Outcome, Problems } from '../outcome.ts';
import { categoryType } from '../refunds.ts';
import type { BudgetRow, TransactionRow, TransactionType } from '../rows.ts';

/** A budget with the name and type of its category, null when it covers its whole account. */
export interface Coverage {
  id: string;
  accountId: string;
  categoryName: string | null;
  categoryType: TransactionType | null;
}

/** What decides whether a budget covers a transaction. */
type Covered = Pick<TransactionRow, 'accountId' | 'type' | 'refund' | 'category' | 'budgetId' | 'nature'>;

/**
 * Whether the budget covers a transaction of its account: a regular one of its category's name and type, also a refund,
 * and every contribution to it (S78e). In another account the budget's id says nothing, for it outlives the budget.
 */
export function covers(budget: Coverage, transaction: Covered): boolean {
  if (transaction.accountId !== budget.accountId || transaction.nature !== 'regular') return false;
  if (transaction.budgetId === budget.id) return true;
  if (budget.categoryName === null) return true;
  return transaction.category === budget.categoryName && categoryType(transaction) === budget.categoryType;
}

/** What the budget covers of a row: the row itself, the lines of a split that it covers with their sum, or null. */
export function coveredRow(budget: Coverage, row: TransactionRow): TransactionRow | null {
  if (!row.lines) return covers(budget, row) ? row : null;
  const lines = row.lines.filter(({ category }) => covers(budget, { ...row, category }));
  if (lines.length === row.lines.length) return row;
  return lines.length === 0 ? null : { ...row, lines, amount: lines.reduce((sum, { cents }) => sum + cents, 0) };
}

/**
 * What counts of a scope of the ledger: all of it, or what some budgets cover. Two budgets that were shared without
 * their account are two scopes, which may hold the same transaction; `except` names what counts in the other one.
 */
export interface Counts {
  budgets: readonly Coverage[] | null;
  except: readonly Coverage[];
}

/** Whether a sum over the scope counts the transaction. */
export function counts({ budgets, except }: Counts, transaction: Covered): boolean {
  const isCovered = (coverage: Coverage) => covers(coverage, transaction);
  return (budgets === null || budgets.some(isCovered)) && !except.some(isCovered);
}

/** `near` from 80 %, `over` from 100 % of the amount. */
export type BudgetLevel = 'within' | 'near' | 'over';

export interface BudgetProgress {
  /** Expenses of the month, without what came back. */
  spent: number;
  /** What is left of the amount; negative when overspent. */
  remaining: number;
  /** Whole percent spent, rounded down, so that 100 means all of it. */
  percent: number;
  level: BudgetLevel;
  /** Income minus expense, the specification's derived balance. */
  balance: number;
  /** Days left in the month, today included. */
  daysLeft: number;
}

/** How a budget stands in the month of `today`, from the totals of that month of its account. */
export function budgetProgress(
  budget: Coverage & { amount: number },
  lines: readonly SumLine[],
  today: string,
): BudgetProgress {
  const covered = lines.filter((line) => covers(budget, { ...line, accountId: budget.accountId }));
  const { expense, balance } = summarize(covered);
  const percent = Math.floor((expense * 100) / budget.amount);
  return {
    spent: expense,
    remaining: budget.amount - expense,
    percent,
    level: percent >= 100 ? 'over' : percent >= 80 ? 'near' : 'within',
    balance,
    daysLeft: daysLeftInMonth(today),
  };
}

/** The short id that a budget carries: the first seven characters of its id, upper-cased. */
export function shortId(budgetId: string): string {
  return budgetId.slice(0, 7).toUpperCase();
}

/** The shortened id of Manage Access: without dashes, the first six and the last character, upper-cased. */
export function accessShortId(budgetId: string): string {
  const characters = budgetId.replaceAll('-', '').toUpperCase();
  return characters.slice(0, 6) + characters.slice(-1);
}

/** What a form says about a budget; `amount` as typed. */
export interface BudgetInput {
  name: string;
  amount: string;
  description?: string;
}

export type BudgetField = 'name' | 'amount' | 'description';

export function checkBudget(
  input: BudgetInput,
): Outcome<{ fields: Pick<BudgetRow, 'name' | 'amount' | 'description'> }, BudgetField, TextProblem | AmountProblem> {
  const name = cleanText(input.name);
  const description = cleanText(input.description ?? '');
  const amount = parseAmount(input.amount);
  const errors: Problems<BudgetField, TextProblem | AmountProblem> = {};
  const nameProblem = requiredTextProblem(name, LONGEST_NAME);
  if (nameProblem) errors.name = nameProblem;
  if (!amount.ok) errors.amount = amount.reason;
  if (description.length > LONGEST_DESCRIPTION) errors.description = 'too_long';
  if (!amount.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, fields: { name, amount: amount.cents, description: description || null } };
}
