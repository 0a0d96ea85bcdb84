/** The bank's statements of the sample data: the months before this one, with which the account agrees. */
import { monthOf, shiftDays, shiftMonths } from '#domain/dates/dates';
import { nameId } from '#domain/ids/name-id';
import { signedCents } from '#domain/money/money';
import type { Insert } from '#domain/mutations/operations';
import type { SampleRow } from './sample-rows.ts';

type Statement = Extract<Insert, { table: 'reconciliations' }>['row'];

const STATEMENTS = 3;
/** What is older than so many days, and on no statement yet, was seen at the bank. */
const CLEARED_AFTER_DAYS = 7;

/** The rows with their status, and the statements that they name. `today` is a date. */
export function reconciled(
  accountId: string,
  rows: readonly SampleRow[],
  today: string,
): { rows: SampleRow[]; statements: Statement[] } {
  const thisMonth = `${monthOf(today)}-01`;
  const ends = Array.from({ length: STATEMENTS }, (_, ago) => shiftDays(shiftMonths(thisMonth, -ago), -1)).reverse();
  const idOf = (date: string) => nameId(`demo:statement:${date}`);
  const statements = ends.map((date) => ({
    id: idOf(date),
    createdAt: `${date}T18:00:00.000Z`,
    accountId,
    date,
    balance: rows.reduce((cents, row) => (row.date <= date ? cents + signedCents(row) : cents), 0),
  }));
  const seen = shiftDays(today, -CLEARED_AFTER_DAYS);
  const withStatus = rows.map((row): SampleRow => {
    const end = ends.find((date) => row.date <= date);
    if (end) return { ...row, status: 'reconciled', reconciliationId: idOf(end) };
    return row.date <= seen ? { ...row, status: 'cleared' } : row;
  });
  return { rows: withStatus, statements };
}
