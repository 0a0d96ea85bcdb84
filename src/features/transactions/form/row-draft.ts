/** Drafts of what is there already, for editing. */
import { plainAmount } from '#domain/money';
import type { TransactionRow } from '#domain/rows';
import { DRAFT_FIELDS, type TransactionDraft } from './transaction-draft.ts';

/** The fields of a row, for editing. */
export function draftOf(row: TransactionRow): TransactionDraft {
  const { type, date, category, description, accountId } = row;
  return { type, date, amount: plainAmount(row.amount), category, description, accountId };
}

/** Whether the draft has something that the row has not. */
export function differs(draft: TransactionDraft, row: TransactionRow): boolean {
  const standing = draftOf(row);
  return DRAFT_FIELDS.some((field) => draft[field] !== standing[field]);
}

/** The fields that an outbox entry wants for a row, for editing; missing ones are empty. */
export function draftOfEntry(fields: Readonly<Record<string, string | number | null>>): TransactionDraft {
  const text = (field: string) => String(fields[field] ?? '');
  return {
    type: fields.type === 'income' ? 'income' : 'expense',
    amount: typeof fields.amount === 'number' ? plainAmount(fields.amount) : '',
    date: text('date'),
    category: text('category'),
    description: text('description'),
    accountId: text('accountId'),
  };
}
