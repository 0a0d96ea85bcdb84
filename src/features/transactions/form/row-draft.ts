/** Drafts of what is there already, for editing. */

import { plainAmount } from '#domain/money/money';
import type { Fields, TransactionRow } from '#domain/rows';
import { lineInput } from '#domain/transactions/entered-lines';
import { DRAFT_FIELDS, sameInDraft, type TransactionDraft } from './transaction-draft.ts';

/** The fields of a row, for editing. */
export function draftOf(row: TransactionRow): TransactionDraft {
  const { type, date, description, accountId, amount, lines, notes, refund } = row;
  const category = lines ? '' : row.category;
  const values = { amount: plainAmount(amount), lines: inputsOf(lines) };
  return { type, date, category, description, accountId, notes, refund, ...values };
}

/** Whether the draft has something that the row has not. */
export function differs(draft: TransactionDraft, row: TransactionRow): boolean {
  const current = draftOf(row);
  return DRAFT_FIELDS.some((field) => !sameInDraft(field, draft, current));
}

/** The fields that an outbox entry wants for a row, for editing; missing ones are empty. */
export function draftOfEntry(fields: Readonly<Fields>): TransactionDraft {
  const text = (field: string) => String(fields[field] ?? '');
  const lines = Array.isArray(fields.lines) ? fields.lines : null;
  return {
    type: fields.type === 'income' ? 'income' : 'expense',
    amount: typeof fields.amount === 'number' ? plainAmount(fields.amount) : '',
    date: text('date'),
    category: lines ? '' : text('category'),
    description: text('description'),
    accountId: text('accountId'),
    lines: inputsOf(lines),
    notes: text('notes'),
    refund: fields.refund === true,
  };
}

function inputsOf(lines: TransactionRow['lines']): TransactionDraft['lines'] {
  return lines?.map(lineInput) ?? null;
}
