/** The spreadsheet of the transactions that a filter finds. */
import type { TransactionsWords } from '#domain/transactions/transactions-csv';
import * as terms from '../terms.ts';
import { REFUND } from './refunds.ts';
import { NATURE, NATURES } from './transaction-kinds.ts';
import { ANOTHER_ACCOUNT, OTHER_SIDE } from './transfers.ts';

export const EXPORT_FAILED = 'The file could not be written';
export const EXPORT_PART = 'Older transactions are missing';
export const EXPORT_PART_WHY = 'They are still on their way to this device. Export again when all have arrived.';

/** In place of a transfer's other account, which the reader may not know. */
export const ELSEWHERE = ANOTHER_ACCOUNT;

export const WORDS: TransactionsWords = {
  account: terms.ACCOUNT,
  date: terms.DATE,
  type: terms.TYPE,
  amount: terms.AMOUNT,
  category: terms.CATEGORY,
  description: terms.DESCRIPTION,
  notes: 'Notes',
  enteredBy: 'Entered by',
  nature: NATURE,
  otherAccount: OTHER_SIDE,
  status: terms.STATUS,
  income: terms.INCOME,
  expense: terms.EXPENSE,
  split: 'Split',
  refund: REFUND,
  natures: NATURES,
  statuses: terms.STATUSES,
};
