/** The spreadsheet file of transactions: one row for each, and of a split one for each of its lines. */
import { type CsvCell, toCsv } from '../money/csv.ts';
import { signedCents } from '../money/money.ts';
import type { Nature, Status, TransactionLine, TransactionRow } from '../rows.ts';

/** A transaction in the file. */
export interface WrittenTransaction {
  row: TransactionRow;
  /** Of a split: the lines that are written, which may be some of them; null for every other row. */
  lines: readonly TransactionLine[] | null;
  /** The name of its account; empty where the reader knows none. */
  account: string;
  /** Of a side of a transfer: the account of the other side; null for every other row. */
  otherAccount: string | null;
}

/** The words of the file, in the reader's language. */
export interface TransactionsWords {
  account: string;
  date: string;
  type: string;
  amount: string;
  category: string;
  description: string;
  notes: string;
  enteredBy: string;
  nature: string;
  otherAccount: string;
  status: string;
  income: string;
  expense: string;
  split: string;
  refund: string;
  natures: Record<Nature, string>;
  statuses: Record<Status, string>;
}

/**
 * The text of the file. Expenses are below zero, so the amounts sum to what the screen shows. Transfers, opening
 * balances and adjustments are rows like any other, and say what they are.
 */
export function transactionsCsv(written: readonly WrittenTransaction[], words: TransactionsWords): string {
  const headings = [
    words.account,
    words.date,
    words.type,
    words.amount,
    words.category,
    words.description,
    words.notes,
    words.enteredBy,
    words.nature,
    words.otherAccount,
    words.status,
  ];
  return toCsv([headings, ...written.flatMap((one) => rowsOf(one, words))]);
}

function rowsOf({ row, lines, account, otherAccount }: WrittenTransaction, words: TransactionsWords): CsvCell[][] {
  const parts = lines ?? [{ category: row.category, cents: row.amount, note: '' }];
  return parts.map(({ category, cents, note }) => [
    account,
    row.date,
    words[row.type],
    { cents: signedCents({ type: row.type, amount: cents }) },
    category,
    row.description,
    [note, row.notes].filter(Boolean).join('; '),
    row.userEmail ?? '',
    lines ? words.split : row.refund ? words.refund : words.natures[row.nature],
    otherAccount ?? '',
    words.statuses[row.status],
  ]);
}
