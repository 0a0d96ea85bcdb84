/** A date-ordered list of transactions as phones show it: one heading a day, then that day's entries. */
import type { TransactionRow } from '#domain/rows';

type DayItem = { kind: 'day'; key: string; date: string } | { kind: 'entry'; key: string; row: TransactionRow };

/** Rows must arrive ordered by date; the headings follow that order. */
export function groupByDay(rows: readonly TransactionRow[]): DayItem[] {
  const items: DayItem[] = [];
  rows.forEach((row, index) => {
    if (row.date !== rows[index - 1]?.date) items.push({ kind: 'day', key: `day:${row.date}`, date: row.date });
    items.push({ kind: 'entry', key: row.id, row });
  });
  return items;
}

/** The rows as entries without headings, for orders in which days do not stand together. */
export function withoutDays(rows: readonly TransactionRow[]): DayItem[] {
  return rows.map((row) => ({ kind: 'entry', key: row.id, row }));
}
