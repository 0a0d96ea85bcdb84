/** Transactions: what may be entered, in which order they are listed, and which a filter finds. */

import type { CategoryAsChosen } from '../books/categories.ts';
import { isDate } from '../dates/dates.ts';
import {
  cleanText,
  LONGEST_DESCRIPTION,
  LONGEST_NAME,
  LONGEST_NOTES,
  requiredTextProblem,
  type TextProblem,
} from '../entered-text.ts';
import { categoriesOf, SPLIT } from '../money/lines.ts';
import { type AmountProblem, parseAmount } from '../money/money.ts';
import type { Outcome, Problems } from '../outcome.ts';
import { takesRefund } from '../refunds.ts';
import type { TransactionRow, TransactionType } from '../rows.ts';
import { foldText } from '../search-text.ts';
import { checkLines, type LineInput, type LinesProblem } from './entered-lines.ts';

/** What a form says about a transaction; `amount` as typed, `type` empty while none is chosen. */
export interface TransactionInput extends CategoryAsChosen {
  accountId: string;
  type: TransactionType | '';
  amount: string;
  date: string;
  description: string;
  notes?: string;
  /** The budget that this is a contribution to. */
  budgetId?: string | null;
  /** Its category is of the other type. A split and a contribution are no refunds. */
  refund?: boolean;
  /** The lines of a split transaction. It then has no category of its own. */
  lines?: readonly LineInput[] | null;
}

export type TransactionField =
  | 'accountId'
  | 'type'
  | 'amount'
  | 'date'
  | 'description'
  | 'category'
  | 'notes'
  | 'lines';
export type TransactionProblem = TextProblem | AmountProblem | LinesProblem | 'not_a_date';

export type TransactionFields = Pick<
  TransactionRow,
  'accountId' | 'type' | 'amount' | 'date' | 'description' | 'category' | 'notes' | 'budgetId' | 'lines' | 'refund'
>;

/** The fields of a row that its form decides. */
export function fieldsOf(row: TransactionRow): TransactionFields {
  const { accountId, type, amount, date, description, category, notes, budgetId, lines, refund } = row;
  return { accountId, type, amount, date, description, category, notes, budgetId, lines, refund };
}

/** The row's fields, or what is wrong at each field. */
export function checkTransaction(
  input: TransactionInput,
): Outcome<{ fields: TransactionFields }, TransactionField, TransactionProblem> {
  const { accountId, type, date } = input;
  const description = cleanText(input.description);
  const category = input.lines ? SPLIT : cleanText(input.category);
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
  const split = checkLines(input.lines ?? null, amount.ok ? amount.cents : null);
  note('lines', split.ok ? null : split.reason);
  if (type === '' || !amount.ok || !split.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  const { budgetId = null, refund = false } = input;
  const counted = { budgetId, lines: split.lines };
  const isRefund = refund && takesRefund({ nature: 'regular', ...counted });
  const rest = { amount: amount.cents, ...counted, refund: isRefund };
  return { ok: true, fields: { accountId, type, date, description, category, notes, ...rest } };
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

/**
 * The folded text that a filter searches: description, category and notes, and the categories and notes of lines. They
 * are kept apart so that no match spans two of them.
 */
export function searchKey(row: Pick<TransactionRow, 'description' | 'category' | 'notes' | 'lines'>) {
  const { description, category, notes, lines } = row;
  const own = `${description}\n${category}\n${notes}`;
  if (!lines) return foldText(own);
  const inLines = [...categoriesOf({ category, lines }), ...lines.map(({ note }) => note)];
  return foldText([own, ...inLines].join('\n'));
}
