/** What is asked of every mutation. How it is taken back (`inverse.ts`) loads when somebody does so. */

import { changesOccurrence } from '#domain/mutations/occurrence-calls';
import type { Operation, Patch, WritableTable } from '#domain/mutations/operations';
import { renamesRows } from '#domain/mutations/renames';

/** Tables of which a deleted row can be made again. */
const RETURNING: readonly WritableTable[] = ['transactions', 'categories', 'imports', 'schedules'];

/** Whether `inverseOf` will find the way back. */
export function canBeUndone(operations: readonly Operation[]): boolean {
  if (operations.every(isPlace)) return false;
  return operations.every((operation) => {
    const unlinked = unlinkedIn(operation);
    if (unlinked) return operations.filter((other) => unlinkedIn(other) === unlinked).length === 2;
    if (operation.kind === 'call') return renamesRows(operation) || changesOccurrence(operation);
    if (operation.kind === 'insert') return operation.table !== 'accounts';
    return operation.kind !== 'delete' || RETURNING.includes(operation.table);
  });
}

/** A link of an entry to an occurrence writes nothing in the entry. */
export function isPlace(operation: Operation): operation is Patch {
  return operation.kind === 'patch' && operation.scheduleId !== undefined && Object.keys(operation.after).length === 0;
}

/** The transfer that the operation takes a side of apart. */
export function unlinkedIn(operation: Operation): string | null {
  if (operation.kind !== 'patch' || operation.after.nature !== 'regular') return null;
  const { transferId } = operation.before;
  return typeof transferId === 'string' ? transferId : null;
}
