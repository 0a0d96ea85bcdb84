/** Transfers: what may be entered. Amounts are integer cents. */

import { isDate } from '../dates/dates.ts';
import { SPLIT_FIELDS } from '../mutations/changed-fields.ts';
import type { Outcome, Problems } from '../outcome.ts';
import type { TransactionRow } from '../rows.ts';
import { checkTransaction, type TransactionFields, type TransactionProblem } from './transactions.ts';

/** The category of both sides. Devices of v0.1.0 show it. */
export const TRANSFER = 'Transfer';

/**
 * The fields that the sides share. A mutation of both writes them to both or to neither. The category changes only with
 * the nature, and lines only with the amount. No side is a refund.
 */
export const SHARED_BY_SIDES: readonly string[] = [
  ...SPLIT_FIELDS.filter((field) => field !== 'refund'),
  'nature',
  'transferId',
];

/**
 * Whether the server takes these rows as one transfer: one goes out of an account, and one of the same amount goes into
 * another.
 */
export function makeTransfer(sides: readonly Pick<TransactionRow, 'accountId' | 'type' | 'amount'>[]): boolean {
  const [one, other, third] = sides;
  if (!one || !other || third) return false;
  return one.accountId !== other.accountId && one.type !== other.type && one.amount === other.amount;
}

type Link = Pick<TransactionRow, 'nature' | 'transferId'>;

/**
 * Nature and transfer of a row that goes elsewhere. A side without its transfer becomes regular. `transferId`: the
 * transfer that the row is a side of there; null without the other side.
 */
export function linkElsewhere({ nature }: Pick<Link, 'nature'>, transferId: string | null): Link {
  if (nature !== 'transfer') return { nature, transferId: null };
  return transferId === null ? { nature: 'regular', transferId } : { nature, transferId };
}

/** What a form says about a transfer; `amount` as typed. `toDate` is the day of arrival; empty means the same day. */
export interface TransferInput {
  fromAccountId: string;
  toAccountId: string;
  amount: string;
  date: string;
  toDate?: string;
  description: string;
  notes?: string;
  toNotes?: string;
}

export type TransferField = keyof TransferInput;
export type TransferProblem = TransactionProblem | 'same_account';

/** The fields of both sides. */
export interface TransferFields {
  from: TransactionFields;
  to: TransactionFields;
}

/** The fields of both sides, or what is wrong at each field. */
export function checkTransfer(
  input: TransferInput,
): Outcome<{ fields: TransferFields }, TransferField, TransferProblem> {
  const { fromAccountId, toAccountId, amount, date, description, notes = '', toNotes = notes } = input;
  const toDate = input.toDate || date;
  const shared = { amount, description, category: TRANSFER };
  const from = checkTransaction({ ...shared, accountId: fromAccountId, type: 'expense', date, notes });
  const to = checkTransaction({ ...shared, accountId: toAccountId, type: 'income', date: toDate, notes: toNotes });
  if (from.ok && to.ok && fromAccountId !== toAccountId) {
    return { ok: true, fields: { from: from.fields, to: to.fields } };
  }
  const errors: Problems<TransferField, TransferProblem> = {};
  if (!from.ok) {
    const { accountId, ...others } = from.errors;
    if (accountId) errors.fromAccountId = accountId;
    for (const field of ['amount', 'date', 'description', 'notes'] as const) {
      const problem = others[field];
      if (problem) errors[field] = problem;
    }
  }
  if (toAccountId === '') errors.toAccountId = 'empty';
  else if (toAccountId === fromAccountId) errors.toAccountId = 'same_account';
  if (toDate !== '' && !isDate(toDate)) errors.toDate = 'not_a_date';
  return { ok: false, errors };
}
