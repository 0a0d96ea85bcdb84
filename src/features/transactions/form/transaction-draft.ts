/**
 * The draft of a transaction that a user fills in, and the messages for a draft that is refused. The domain has the
 * rules; this file turns them into sentences.
 */
import type { CategoryAsChosen } from '#domain/books/categories';
import { LONGEST_DESCRIPTION, LONGEST_NOTES } from '#domain/entered-text';
import { MOST_LINES } from '#domain/money/lines';
import { formatMoney } from '#domain/money/money';
import type { Problems } from '#domain/outcome';
import { MAX_AMOUNT, type TransactionType } from '#domain/rows';
import { type LineInput, sameLineInputs } from '#domain/transactions/entered-lines';
import {
  checkTransaction,
  type TransactionField,
  type TransactionFields,
  type TransactionInput,
  type TransactionProblem,
} from '#domain/transactions/transactions';
import * as problems from '#texts/field-problems';
import * as texts from '#texts/transactions/draft-problems';
import * as lineTexts from '#texts/transactions/lines';
import { notAmong } from '#texts/ui';

/** The typed values. The amount may be a calculation, and the date any text that `dateTyped` reads. */
export type TransactionDraft = Pick<TransactionInput, 'accountId' | 'amount' | 'date' | 'description'> &
  CategoryAsChosen & {
    type: TransactionType;
    /** The lines of a split transaction. Its category is what it was before, and counts again without them. */
    lines: readonly LineInput[] | null;
    notes: string;
    /** The category is of the other type: money back, or paid back. */
    refund: boolean;
    /** What was typed as the category and is none. */
    typedCategory?: string | undefined;
  };

/** Every field of a draft. The id of a category goes with its name. */
export const DRAFT_FIELDS = [
  'type',
  'refund',
  'date',
  'amount',
  'category',
  'description',
  'accountId',
  'lines',
  'notes',
] as const;

export type DraftField = (typeof DRAFT_FIELDS)[number];

/** Whether both drafts have the same in this field. */
export function sameInDraft(field: DraftField, one: TransactionDraft, other: TransactionDraft): boolean {
  return field === 'lines' ? sameLinesDrafted(one, other) : one[field] === other[field];
}

type WithLines = Pick<TransactionDraft, 'lines'>;

/** Whether both drafts have the same lines. */
export function sameLinesDrafted({ lines: one }: WithLines, { lines: other }: WithLines): boolean {
  return one && other ? sameLineInputs(one, other) : one === other;
}

/** Every field of a form of transactions or transfers that something can be wrong with. */
type FormField = TransactionField | 'toAccountId' | 'toDate';
export type DraftErrors = Partial<Record<FormField, string>>;

/** What a complete draft says; or the error of each field. */
export type Checked<Value> = ({ ok: true } & Value) | { ok: false; errors: DraftErrors };

const GENERAL: Record<TransactionProblem, string> = {
  empty: problems.EMPTY,
  too_long: problems.tooLong(LONGEST_DESCRIPTION),
  not_a_number: texts.AMOUNT_NOT_A_NUMBER,
  not_positive: texts.AMOUNT_NOT_POSITIVE,
  too_large: problems.amountTooLarge(formatMoney(MAX_AMOUNT)),
  too_many_decimals: problems.AMOUNT_TOO_PRECISE,
  other_currency: problems.OTHER_CURRENCY,
  not_a_date: problems.DATE_NOT_A_DATE,
  too_few_lines: lineTexts.TOO_FEW,
  too_many_lines: lineTexts.tooMany(MOST_LINES),
  in_lines: lineTexts.IN_LINES,
  not_added_up: lineTexts.NOT_ADDED_UP,
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
  return {
    type,
    date: today,
    amount: '',
    category: '',
    description: '',
    accountId,
    lines: null,
    notes: '',
    refund: false,
  };
}

/** All that somebody has typed freely; empty where a draft is not worth keeping. */
export function typedText(draft: Pick<TransactionDraft, 'amount' | 'description' | 'notes' | 'lines'>): string {
  const inLines = draft.lines?.flatMap(({ amount, note, typedCategory = '' }) => [amount, note, typedCategory]) ?? [];
  return [draft.amount, draft.description, draft.notes, ...inLines].join('');
}

/** What a category field holds before one is chosen. */
export const NO_CATEGORY: CategoryAsChosen & Pick<TransactionDraft, 'typedCategory'> = {
  category: '',
  categoryId: undefined,
  makes: undefined,
  typedCategory: undefined,
};

/** What a form holds of a category before one is chosen. */
export const NOTHING_CHOSEN = { ...NO_CATEGORY, refund: false };

/** Another type has other categories, so the chosen ones are cleared. */
export function withType<Draft extends Pick<TransactionDraft, 'category' | 'categoryId' | 'lines'> & { type: string }>(
  draft: Draft,
  type: Draft['type'],
): Draft {
  if (type === draft.type) return draft;
  const lines = draft.lines?.map((line) => ({ ...line, ...NO_CATEGORY })) ?? null;
  return { ...draft, type, ...NOTHING_CHOSEN, lines };
}

/** The fields that a form clears for the next transaction. */
export type Emptied = readonly ('amount' | 'description' | 'category')[];

/**
 * The draft after a transaction was added: without the fields to clear, and without its lines and notes. Text that was
 * typed since then stays.
 */
export function afterAdding<Draft extends Pick<TransactionDraft, Emptied[number] | 'categoryId' | 'lines' | 'notes'>>(
  draft: Draft,
  added: Draft,
  emptied: Emptied,
): Draft {
  const left = ([...emptied, 'notes'] as const).filter((field) => draft[field] === added[field]);
  const lines = sameLinesDrafted(draft, added) ? null : draft.lines;
  const empty = Object.fromEntries(left.map((field) => [field, '']));
  return { ...draft, ...empty, ...(left.includes('category') && NOTHING_CHOSEN), lines };
}

/** The fields of the row, amount in cents; or the error of each field. The date has been read: it is YYYY-MM-DD. */
export function checkDraft(draft: TransactionDraft): Checked<{ fields: TransactionFields }> {
  const checked = checkTransaction(draft);
  const typed = draft.lines ? '' : (draft.typedCategory ?? '');
  if (checked.ok && typed === '') return checked;
  const errors = checked.ok ? {} : draftMessages(checked.errors);
  return { ok: false, errors: { ...errors, ...(typed !== '' && { category: notAmong(typed) }) } };
}

/** The reasons of a refused draft in words. */
export function draftMessages(found: Problems<TransactionField, TransactionProblem>): DraftErrors {
  const messages: DraftErrors = {};
  for (const field of DRAFT_FIELDS) {
    if (field === 'refund') continue;
    const problem = found[field];
    if (problem) messages[field] = fieldMessage(field, problem);
  }
  return messages;
}

/** What is wrong with a field, in words. */
export function fieldMessage(field: TransactionField, problem: TransactionProblem): string {
  if (problem === 'too_long' && field === 'notes') return problems.tooLong(LONGEST_NOTES);
  return (problem === 'empty' && MISSING[field]) || GENERAL[problem];
}
