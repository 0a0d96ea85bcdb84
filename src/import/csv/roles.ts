/** What the columns of a table can be for. */

/**
 * What a column is for, in the order of offers. `debit` and `credit` are amounts without a sign; `direction` is a word
 * beside an amount. A `fee` comes on top of the amount. A `balance` proves amounts and signs. Each `account` of a table
 * is a statement of its own.
 */
export const ROLES = [
  'date',
  'amount',
  'debit',
  'credit',
  'direction',
  'text',
  'payee',
  'category',
  'bankId',
  'currency',
  'status',
  'fee',
  'balance',
  'account',
] as const;
export type Role = (typeof ROLES)[number];
