/** The new order of a transactions table after a click on a column heading (specification, point 2). */
import { type Direction, NEWEST_FIRST, type Order, type SortColumn } from '#domain/transactions/transactions';

/** Another column starts ascending; a second click on the same column reverses it. */
export function orderAfterClick(order: Order, column: SortColumn): Order {
  if (order.column !== column) return { column, direction: 'ascending' };
  return { column, direction: order.direction === 'ascending' ? 'descending' : 'ascending' };
}

/** Whether the order is the ledger's own, so that its pages can be shown directly. */
export function isNewestFirst(order: Order): boolean {
  return order.column === NEWEST_FIRST.column && order.direction === NEWEST_FIRST.direction;
}

/** The value of `aria-sort` for a column heading. */
export function ariaSort(order: Order, column: SortColumn): Direction | 'none' {
  return order.column === column ? order.direction : 'none';
}
