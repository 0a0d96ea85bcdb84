/** A list of transactions by date as phones show it: a heading for each day, then that day's transactions. */
import type { TransactionRow } from '#domain/rows';

type DayItem = { kind: 'day'; key: string; date: string } | { kind: 'row'; key: string; row: TransactionRow };

/** Rows must be ordered by date; the headings follow that order. */
export function groupByDay(rows: readonly TransactionRow[]): DayItem[] {
  const items: DayItem[] = [];
  rows.forEach((row, index) => {
    if (row.date !== rows[index - 1]?.date) items.push({ kind: 'day', key: `day:${row.date}`, date: row.date });
    items.push({ kind: 'row', key: row.id, row });
  });
  return items;
}

/** The rows without headings, for orders other than by date. */
export function withoutDays(rows: readonly TransactionRow[]): DayItem[] {
  return rows.map((row) => ({ kind: 'row', key: row.id, row }));
}
