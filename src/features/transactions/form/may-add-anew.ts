import type { Role, TransactionRow } from '#domain/rows';
import { can } from '#domain/sharing/roles';

/**
 * Whether what was typed into the edit of a row can be added as a new entry once the row is gone. `role` is the user's
 * in its account. A new entry would not be a side of a transfer, and no contribution to a budget.
 */
export function mayAddAnew({ nature, budgetId }: TransactionRow, role: Role | null): boolean {
  return nature === 'regular' && budgetId === null && can(role, 'transaction.add');
}
