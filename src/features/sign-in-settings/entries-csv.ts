import { type CsvCell, toCsv } from '#domain/money/csv';
import { categoryInWords } from '#domain/money/lines';
import type { TransactionRow } from '#domain/rows';
import type { AllEntries } from '#store/queries/copies/own-data';
import * as texts from '#texts/auth/sign-in-settings';
import * as terms from '#texts/terms';
import { REFUND } from '#texts/transactions/refunds';
import { NATURE, NATURES } from '#texts/transactions/transaction-kinds';
import * as transfers from '#texts/transactions/transfers';

const HEADINGS = [
  terms.ACCOUNT,
  terms.DATE,
  terms.TYPE,
  terms.AMOUNT,
  terms.CATEGORY,
  terms.DESCRIPTION,
  texts.NOTES,
  texts.ENTERED_BY,
  NATURE,
  transfers.OTHER_SIDE,
  terms.STATUS,
];

/**
 * The text of a spreadsheet with one row for each transaction. Amounts have no sign; the type tells the direction. A
 * split has its lines in words, and a transfer the account of its other side.
 */
export function entriesCsv({ accounts }: Pick<AllEntries, 'accounts'>): string {
  const sideOf = otherSides(accounts);
  const lines = accounts.flatMap(({ account, rows }) =>
    rows.map((row): CsvCell[] => [
      account.name,
      row.date,
      row.type === 'income' ? terms.INCOME : terms.EXPENSE,
      { cents: row.amount },
      categoryInWords(row),
      row.description,
      row.notes,
      row.userEmail ?? '',
      row.refund ? REFUND : NATURES[row.nature],
      sideOf(row),
      terms.STATUSES[row.status],
    ]),
  );
  return toCsv([HEADINGS, ...lines]);
}

/** Gives the account of a transfer's other side; empty for other transactions. */
function otherSides(accounts: AllEntries['accounts']): (row: TransactionRow) => string {
  const sides = accounts.flatMap(({ account, rows }) => rows.map((row) => ({ row, name: account.name })));
  const byTransfer = Map.groupBy(sides, ({ row }) => row.transferId ?? '');
  return ({ id, transferId }) => {
    if (transferId === null) return '';
    const other = byTransfer.get(transferId)?.find(({ row }) => row.id !== id);
    return other?.name ?? transfers.ANOTHER_ACCOUNT;
  };
}
