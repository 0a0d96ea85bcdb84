/** Who may do what in the books, said again without the product's table of roles. */
import { expect } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import type { Glance } from './glance.ts';

/**
 * Everything that a command made was allowed to its user, by what the device knew before or after it: another tab may
 * have heard of another role while it ran.
 */
export function expectAllowed(glances: readonly Glance[], userId: string, operations: readonly Operation[]): void {
  const [first, ...others] = glances;
  if (!first) return;
  try {
    expectAllowedBy(first, userId, operations);
  } catch (failure) {
    if (others.length === 0) throw failure;
    expectAllowed(others, userId, operations);
  }
}

function expectAllowedBy(glance: Glance, userId: string, operations: readonly Operation[]): void {
  const made = operations.flatMap((one) => (one.kind === 'insert' && one.table === 'accounts' ? [one.row.id] : []));
  for (const operation of operations) {
    if (operation.kind === 'call') continue;
    const accountId = placeOf(glance, operation);
    if (accountId === null || made.includes(accountId)) continue;
    expectAllowedTo(glance.roleIn(accountId), { glance, userId, operation });
  }
}

function expectAllowedTo(
  role: string | null,
  { glance, userId, operation }: { glance: Glance; userId: string; operation: Exclude<Operation, { kind: 'call' }> },
): void {
  const words = `${operation.kind} ${operation.table} by ${role ?? 'somebody without the account'}`;
  if (isForReconcilers(operation)) expect(['admin', 'owner'], words).toContain(role);
  const { table } = operation;
  const row = table === 'transactions' || table === 'imports' ? glance.row(table, idIn(operation)) : undefined;
  if (role === 'viewer' || role === null) expect(budgetOf(operation, row), words).not.toBeNull();
  if (role === 'member' && operation.kind !== 'insert' && row) expect(row.userId, words).toBe(userId);
}

/** Reconciling, and making the account fit. */
function isForReconcilers(operation: Exclude<Operation, { kind: 'call' }>): boolean {
  if (operation.table === 'reconciliations') return true;
  if (operation.kind === 'insert' && operation.table === 'transactions') return operation.row.nature === 'adjustment';
  return operation.kind === 'patch' && !operation.undo && isReconciling(operation.before, operation.after);
}

function isReconciling(before: object, after: object): boolean {
  return [before, after].some((values) => 'status' in values && values.status === 'reconciled');
}

function placeOf(glance: Glance, operation: Exclude<Operation, { kind: 'call' }>): string | null {
  if (operation.table === 'accounts') return idIn(operation);
  if ('row' in operation) return operation.row.accountId;
  const row = glance.row(operation.table, operation.id);
  return typeof row?.accountId === 'string' ? row.accountId : null;
}

function budgetOf(operation: Exclude<Operation, { kind: 'call' }>, row: ReturnType<Glance['row']>): unknown {
  if ('row' in operation) return 'budgetId' in operation.row ? operation.row.budgetId : null;
  return row?.budgetId ?? null;
}

function idIn(operation: Exclude<Operation, { kind: 'call' }>): string {
  return 'row' in operation ? operation.row.id : operation.id;
}
