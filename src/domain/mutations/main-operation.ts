import type { Operation } from './operations.ts';

/**
 * The operation that a mutation is about. A new budget or account may bring categories along, and an account that was
 * made for a budget comes before that budget. A reconciliation changes the status of its rows, an import brings
 * rows, and a schedule may be made with its first one. Undefined when there are no operations.
 */
export function mainOperation(operations: readonly Operation[]): Operation | undefined {
  const about = (table: string) => operations.find((one) => one.kind !== 'call' && one.table === table);
  return (
    about('budgets') ??
    about('reconciliations') ??
    about('imports') ??
    about('schedules') ??
    about('transactions') ??
    operations[0]
  );
}
