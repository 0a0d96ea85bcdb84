import type { Operation } from './operations.ts';

/**
 * The operation that a mutation is about. A new budget or account may bring categories along, and an account that was
 * made for a budget comes before that budget. A reconciliation changes the status of its rows, and an import brings
 * rows. Undefined when there are no operations.
 */
export function mainOperation(operations: readonly Operation[]): Operation | undefined {
  const about = (table: string) => operations.find((one) => one.kind !== 'call' && one.table === table);
  return about('budgets') ?? about('reconciliations') ?? about('imports') ?? about('transactions') ?? operations[0];
}
