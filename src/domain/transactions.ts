/** Transactions: what may be entered, in which order they are listed, and which a filter finds. */

import { isDate } from './dates.ts';
import {
  cleanText,
  LONGEST_DESCRIPTION,
  LONGEST_NAME,
  LONGEST_NOTES,
  requiredTextProblem,
  type TextProblem,
} from './entered-text.ts';
import { type AmountProblem, parseAmount } from './money.ts';
import type { Outcome, Problems } from './outcome.ts';
import type { TransactionRow, TransactionType } from './rows.ts';

/** What a form says about a transaction; `amount` as typed, `type` empty while none is chosen. */
export interface TransactionInput {
  accountId: string;
  type: TransactionType | '';
  amount: string;
  date: string;
  description: string;
  category: string;
  notes?: string;
  /** The budget that this is a contribution to. */
  budgetId?: string | null;
}

export type TransactionField = 'accountId' | 'type' | 'amount' | 'date' | 'description' | 'category' | 'notes';
export type TransactionProblem = TextProblem | AmountProblem | 'not_a_date';

export type TransactionFields = Pick<
  TransactionRow,
  'accountId' | 'type' | 'amount' | 'date' | 'description' | 'category' | 'notes' | 'budgetId'
>;

/** The fields of a row that its form decides. */
export function fieldsOf(row: TransactionRow): TransactionFields {
  const { accountId, type, amount, date, description, category, notes, budgetId } = row;
  return { accountId, type, amount, date, description, category, notes, budgetId };
}

/** The row's fields, or what is wrong at each field. */
export function checkTransaction(
  input: TransactionInput,
): Outcome<{ fields: TransactionFields }, TransactionField, TransactionProblem> {
  const { accountId, type, date } = input;
  const description = cleanText(input.description);
  const category = cleanText(input.category);
  const notes = cleanText(input.notes ?? '');
  const amount = parseAmount(input.amount);
  const errors: Problems<TransactionField, TransactionProblem> = {};
  const note = (field: TransactionField, problem: TransactionProblem | null) => {
    if (problem) errors[field] = problem;
  };
  note('accountId', accountId === '' ? 'empty' : null);
  note('type', type === '' ? 'empty' : null);
  note('amount', amount.ok ? null : amount.reason);
  note('date', date === '' ? 'empty' : isDate(date) ? null : 'not_a_date');
  note('description', requiredTextProblem(description, LONGEST_DESCRIPTION));
  note('category', requiredTextProblem(category, LONGEST_NAME));
  note('notes', notes.length > LONGEST_NOTES ? 'too_long' : null);
  if (type === '' || !amount.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  const budgetId = input.budgetId ?? null;
  return { ok: true, fields: { accountId, type, amount: amount.cents, date, description, category, notes, budgetId } };
}

/** The columns that a list of transactions can be sorted by. */
export type SortColumn = 'date' | 'description' | 'category' | 'type' | 'amount';
export type Direction = 'ascending' | 'descending';
export interface Order {
  column: SortColumn;
  direction: Direction;
}

/** The ledger's own order, newest first. */
export const NEWEST_FIRST: Order = { column: 'date', direction: 'descending' };

/** A filter's text as it is compared; an empty one finds everything. */
export function filterKey(text: string): string {
  return cleanText(text).toLowerCase();
}

/** The text that a filter searches: description and category, in lower case, kept apart so that no match spans both. */
export function searchKey({ description, category }: Pick<TransactionRow, 'description' | 'category'>): string {
  return `${description}\n${category}`.toLowerCase();
}
