import { type CsvCell, toCsv } from '#domain/csv';
import type { AllEntries } from '#store/queries/own-data';
import * as texts from '#texts/sign-in-settings';
import * as terms from '#texts/terms';

const HEADINGS = [
  terms.ACCOUNT,
  terms.DATE,
  terms.TYPE,
  terms.AMOUNT,
  terms.CATEGORY,
  terms.DESCRIPTION,
  texts.NOTES,
  texts.ENTERED_BY,
];

/** The text of a spreadsheet with one row for each transaction. Amounts have no sign; the type tells the direction. */
export function entriesCsv({ accounts }: Pick<AllEntries, 'accounts'>): string {
  const lines = accounts.flatMap(({ account, rows }) =>
    rows.map((row): CsvCell[] => [
      account.name,
      row.date,
      row.type === 'income' ? terms.INCOME : terms.EXPENSE,
      { cents: row.amount },
      row.category,
      row.description,
      row.notes,
      row.userEmail ?? '',
    ]),
  );
  return toCsv([HEADINGS, ...lines]);
}
