import type { Operation } from './operations.ts';

/**
 * What a mutation is about: a budget or an account brings categories along that were needed for it, and an account that was
 * made for a budget comes before that budget. Undefined of no operations.
 */
export function mainOperation(operations: readonly Operation[]): Operation | undefined {
  const about = (table: string) => operations.find((one) => one.kind !== 'call' && one.table === table);
  return about('budgets') ?? about('transactions') ?? operations[0];
}
