/**
 * The draft of a transaction that a user fills in, and the messages for a draft that is refused. The domain has the
 * rules; this file turns them into sentences.
 */
import { LONGEST_DESCRIPTION } from '#domain/entered-text';
import { formatMoney } from '#domain/money';
import type { Problems } from '#domain/outcome';
import { type AccountRow, MAX_AMOUNT, type TransactionType } from '#domain/rows';
import {
  checkTransaction,
  type TransactionField,
  type TransactionFields,
  type TransactionInput,
  type TransactionProblem,
} from '#domain/transactions';
import * as problems from '#texts/field-problems';
import * as texts from '#texts/transactions';

/** The typed values. The amount may be a calculation, and the date any text that `dateTyped` reads. */
export type TransactionDraft = Pick<TransactionInput, 'accountId' | 'amount' | 'date' | 'description' | 'category'> & {
  type: TransactionType;
};

/** Every field of a draft. */
export const DRAFT_FIELDS = ['type', 'date', 'amount', 'category', 'description', 'accountId'] as const;

export type DraftErrors = Partial<Record<TransactionField, string>>;

const GENERAL: Record<TransactionProblem, string> = {
  empty: problems.EMPTY,
  too_long: problems.tooLong(LONGEST_DESCRIPTION),
  not_a_number: texts.AMOUNT_NOT_A_NUMBER,
  not_positive: texts.AMOUNT_NOT_POSITIVE,
  too_large: problems.amountTooLarge(formatMoney(MAX_AMOUNT)),
  too_many_decimals: problems.AMOUNT_TOO_PRECISE,
  other_currency: problems.OTHER_CURRENCY,
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

/** A new transaction starts as an income of today (specification, point 9), unless the type is given. */
export function newDraft(start: { accountId: string; today: string; type?: TransactionType }): TransactionDraft {
  const { accountId, today, type = 'income' } = start;
  return { type, date: today, amount: '', category: '', description: '', accountId };
}

/** A draft of an earlier day, without an account that the user may no longer add to. */
export function withKnownAccount(draft: TransactionDraft, accounts: readonly AccountRow[]): TransactionDraft {
  return accounts.some(({ id }) => id === draft.accountId) ? draft : { ...draft, accountId: '' };
}

/** Another type has other categories, so the chosen one is cleared. */
export function withType(draft: TransactionDraft, type: TransactionType): TransactionDraft {
  return type === draft.type ? draft : { ...draft, type, category: '' };
}

/** The fields that a form clears for the next transaction. */
export type Emptied = readonly ('amount' | 'description' | 'category')[];

/** The draft after a transaction was added: without the fields to clear. Text that was typed since then stays. */
export function afterAdding(draft: TransactionDraft, added: TransactionDraft, emptied: Emptied): TransactionDraft {
  const left = emptied.filter((field) => draft[field] === added[field]);
  return { ...draft, ...Object.fromEntries(left.map((field) => [field, ''])) };
}

/** The fields of the row, amount in cents; or the error of each field. The date has been read: it is YYYY-MM-DD. */
export function checkDraft(
  draft: TransactionDraft,
): { ok: true; fields: TransactionFields } | { ok: false; errors: DraftErrors } {
  const checked = checkTransaction(draft);
  return checked.ok ? checked : { ok: false, errors: draftMessages(checked.errors) };
}

/** The reasons of a refused draft in words. */
export function draftMessages(found: Problems<TransactionField, TransactionProblem>): DraftErrors {
  const messages: DraftErrors = {};
  for (const field of [...DRAFT_FIELDS, 'notes'] as const) {
    const problem = found[field];
    if (problem) messages[field] = (problem === 'empty' && MISSING[field]) || GENERAL[problem];
  }
  return messages;
}
