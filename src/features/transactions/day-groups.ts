/** A date-ordered list of transactions as phones show it: one heading a day, then that day's entries. */
import type { TransactionRow } from '#domain/rows';

export type DayItem =
  | { kind: 'day'; key: string; date: string }
  | { kind: 'entry'; key: string; row: TransactionRow; last: boolean };

/** Rows must arrive ordered by date; the headings follow that order. `last` marks the final entry of its day. */
export function groupByDay(rows: readonly TransactionRow[]): DayItem[] {
  const items: DayItem[] = [];
  rows.forEach((row, index) => {
    if (row.date !== rows[index - 1]?.date) items.push({ kind: 'day', key: `day:${row.date}`, date: row.date });
    items.push({ kind: 'entry', key: row.id, row, last: row.date !== rows[index + 1]?.date });
  });
  return items;
}

/** The rows as entries without headings, for orders in which days do not stand together. */
export function withoutDays(rows: readonly TransactionRow[]): DayItem[] {
  return rows.map((row, index) => ({ kind: 'entry', key: row.id, row, last: index === rows.length - 1 }));
}
