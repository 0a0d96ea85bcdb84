/** Events in words. */
import { formatMoment, formatTime } from '#domain/dates/dates';
import { formatSignedAmount } from '#domain/money/money';
import type { HistoryEvent } from '#domain/transactions/history';
import * as entries from '#texts/sync/entries';
import * as texts from '#texts/transactions/history';
import { emailName } from '../../session/person-name.ts';
import type { Fields } from './field-texts.ts';

/** `You changed Lunch, -$12.50`. `me` is the reader's e-mail; `what` stands for the row. */
export function titleOf({ author, kind }: HistoryEvent, me: string, what: string): string {
  return texts.action(emailName(author, { email: me }), kind, what);
}

/** The row of an event of an account. */
export function rowInWords({ table, row }: HistoryEvent): string {
  const name = String(row.name ?? '');
  if (table === 'transactions') return transactionInWords(row);
  if (table === 'categories') return texts.category(name);
  if (table === 'budgets') return texts.budget(name);
  return table === 'accounts' ? texts.THE_ACCOUNT : texts.SOMETHING;
}

function transactionInWords({ description, category, type, amount }: Fields): string {
  const what = String(description || category || texts.SOMETHING);
  if (typeof amount !== 'number' || (type !== 'income' && type !== 'expense')) return what;
  return entries.transaction(what, formatSignedAmount({ type, amount }));
}

/** `Mar 5, 2026, 2:05 PM`. */
export function momentOf({ editedAt }: HistoryEvent): string {
  return `${formatMoment(editedAt)}, ${formatTime(new Date(editedAt))}`;
}
