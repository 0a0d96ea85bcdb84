/** The balance after the newest row of a table, where the column of balances follows from the amounts row by row. */
import { lastDay } from '../statement/balances.ts';
import type { ReadRow, StatementBalance } from '../statement/statement.ts';

/** A booked row with the balance after it; null where the table leaves that empty. */
export interface BalancedRow {
  row: ReadRow;
  balance: number | null;
}

/**
 * Null where a single row disagrees: then something else changes the balance, or it is not this account's. Tables begin
 * with the oldest row or with the newest. Where both would add up, as with one row and its refund, the days decide.
 */
export function closingBalance(all: readonly BalancedRow[]): StatementBalance | null {
  const booked = all.filter(({ row }) => !row.pending);
  const reversed = booked.toReversed();
  const [oldestFirst, newestFirst] = [endOf(booked), endOf(reversed)];
  const rows = booked.map(({ row }) => row);
  const date = lastDay(rows);
  if (date === null) return null;
  if (oldestFirst === null || newestFirst === null) {
    const cents = oldestFirst ?? newestFirst;
    return cents === null ? null : { cents, date };
  }
  const [first = '', last = ''] = [rows[0]?.date, rows.at(-1)?.date];
  if (oldestFirst === newestFirst) return { cents: oldestFirst, date };
  return first === last ? null : { cents: first < last ? oldestFirst : newestFirst, date };
}

/** What the rows end with, from the oldest on; null where a balance does not follow from the one before. */
function endOf(rows: readonly BalancedRow[]): number | null {
  let end: number | null = null;
  let agreed = 0;
  for (const { row, balance } of rows) {
    const follows: number | null = end === null ? null : end + row.cents;
    if (balance !== null && follows !== null) {
      if (balance !== follows) return null;
      agreed += 1;
    }
    end = balance ?? follows;
  }
  return agreed > 0 ? end : null;
}
