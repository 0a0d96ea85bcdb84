/** Which two transactions can be linked as a transfer. */
import type { TransactionRow } from '../rows.ts';

/** Two transactions can be linked within so many days. */
export const LINK_DAYS = 5;

/** Whether the transaction can become a side of a transfer: what is split or is a contribution cannot. */
export function isFree({ nature, budgetId, lines }: TransactionRow): boolean {
  return nature === 'regular' && budgetId === null && !lines;
}

/** Whether these two transactions can become the sides of a transfer. */
export function mayLink(one: TransactionRow, other: TransactionRow): boolean {
  const areFree = isFree(one) && isFree(other);
  const fit = one.accountId !== other.accountId && one.type !== other.type && one.amount === other.amount;
  return areFree && fit && daysApart(one, other) <= LINK_DAYS;
}

/** How many days lie between the two. */
export function daysApart(one: { date: string }, other: { date: string }): number {
  return Math.abs(Date.parse(one.date) - Date.parse(other.date)) / 86_400_000;
}
