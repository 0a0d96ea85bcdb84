/**
 * What somebody is filling in about a transaction, and what to say about it when it cannot be taken. The rules are the
 * domain's; here they become sentences.
 */
import { LONGEST_DESCRIPTION } from '#domain/entered-text';
import { formatMoney, plainAmount } from '#domain/money';
import type { Problems } from '#domain/outcome';
import { MAX_AMOUNT, type TransactionRow, type TransactionType } from '#domain/rows';
import {
  checkTransaction,
  type TransactionField,
  type TransactionFields,
  type TransactionInput,
  type TransactionProblem,
} from '#domain/transactions';
import * as problems from '#texts/field-problems';
import * as texts from '#texts/transactions';

/** As typed; arithmetic is allowed in the amount, and the date is YYYY-MM-DD or empty. */
export type TransactionDraft = Pick<TransactionInput, 'accountId' | 'amount' | 'date' | 'description' | 'category'> & {
  type: TransactionType;
};

export type DraftErrors = Partial<Record<TransactionField, string>>;

const GENERAL: Record<TransactionProblem, string> = {
  empty: problems.EMPTY,
  too_long: problems.tooLong(LONGEST_DESCRIPTION),
  not_a_number: texts.AMOUNT_NOT_A_NUMBER,
  not_positive: texts.AMOUNT_NOT_POSITIVE,
  too_large: problems.amountTooLarge(formatMoney(MAX_AMOUNT)),
  too_many_decimals: problems.AMOUNT_TOO_PRECISE,
  not_a_date: problems.DATE_NOT_A_DATE,
};

const MISSING: Partial<Record<TransactionField, string>> = {
  accountId: problems.NO_ACCOUNT,
  type: texts.NO_TYPE,
  amount: texts.NO_AMOUNT,
  date: texts.NO_DATE,
  description: problems.NO_DESCRIPTION,
  category: problems.NO_CATEGORY,
};

/** A new entry starts as an income of today (specification, point 9) unless the type was chosen elsewhere. */
export function newDraft(start: { accountId: string; today: string; type?: TransactionType }): TransactionDraft {
  const { accountId, today, type = 'income' } = start;
  return { type, date: today, amount: '', category: '', description: '', accountId };
}

/** The fields of a row, to be edited. */
export function draftOf(row: TransactionRow): TransactionDraft {
  const { type, date, category, description, accountId } = row;
  return { type, date, amount: plainAmount(row.amount), category, description, accountId };
}

/** Another type has other categories, so the chosen one is cleared. */
export function withType(draft: TransactionDraft, type: TransactionType): TransactionDraft {
  return type === draft.type ? draft : { ...draft, type, category: '' };
}

/** What a form empties for the next entry. */
export type Emptied = readonly ('amount' | 'description' | 'category')[];

/** What stays in a form after an entry was added: everything but the fields to be emptied. What has been typed since stays. */
export function afterAdding(draft: TransactionDraft, added: TransactionDraft, emptied: Emptied): TransactionDraft {
  const left = emptied.filter((field) => draft[field] === added[field]);
  return { ...draft, ...Object.fromEntries(left.map((field) => [field, ''])) };
}

/** The fields of the row, amount in cents; or what to correct at which field. */
export function checkDraft(
  draft: TransactionDraft,
): { ok: true; fields: TransactionFields } | { ok: false; errors: DraftErrors } {
  const checked = checkTransaction(draft);
  return checked.ok ? checked : { ok: false, errors: draftMessages(checked.errors) };
}

/** The reasons of a refused entry in words. */
export function draftMessages(found: Problems<TransactionField, TransactionProblem>): DraftErrors {
  const messages: DraftErrors = {};
  for (const field of FIELDS) {
    const problem = found[field];
    if (problem) messages[field] = (problem === 'empty' && MISSING[field]) || GENERAL[problem];
  }
  return messages;
}

const FIELDS = ['type', 'date', 'amount', 'category', 'description', 'notes', 'accountId'] as const;
