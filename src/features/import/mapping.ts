/** A table's columns as the user corrects them. */

import type { Mapping } from '../../import/csv/mapping.ts';
import { ROLES, type Role } from '../../import/csv/roles.ts';

/** What this column is; null when it is not used. */
export function roleOf({ columns }: Mapping, column: number): Role | null {
  return ROLES.find((role) => columns[role] === column) ?? null;
}

/**
 * The mapping with another role for this column. A role has one column, and one amount leaves no room for two. What was
 * known of the dates or amounts of another column is forgotten.
 */
export function mappedAs(mapping: Mapping, column: number, role: Role | null): Mapping {
  const { dateOrder, decimalSign, flipped, signsOfBalance } = mapping;
  const columns = { ...mapping.columns };
  for (const other of ROLES) if (other === role || columns[other] === column) delete columns[other];
  if (role) columns[role] = column;
  if (role === 'amount') {
    delete columns.debit;
    delete columns.credit;
  }
  if (role === 'debit' || role === 'credit') delete columns.amount;
  const sameDate = columns.date === mapping.columns.date;
  const amounts = ['amount', 'debit', 'credit'] as const;
  const sameAmounts = amounts.every((one) => columns[one] === mapping.columns[one]);
  const sameBalance = sameAmounts && columns.balance === mapping.columns.balance;
  return {
    columns,
    chosen: true,
    ...(sameDate && dateOrder && { dateOrder }),
    ...(sameAmounts && decimalSign && { decimalSign }),
    ...(sameAmounts && flipped !== undefined && { flipped }),
    ...(sameBalance && columns.direction === undefined && signsOfBalance && { signsOfBalance }),
  };
}
