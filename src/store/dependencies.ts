/** Which intents make no sense on the server before others. It reads entries only, and knows nothing of the server's rows. */
import type { Operation } from '#domain/operations';
import type { OutboxEntry } from './outbox.ts';

/** Fields that hold the id of another row. */
export const REFERENCE_FIELDS: readonly string[] = ['accountId', 'categoryId', 'budgetId', 'targetId'];

/**
 * Whether `entry` makes no sense on the server before `earlier`: they touch the same row, or it refers to a row that the
 * earlier one makes (or, with everything that hangs on a row, takes along).
 */
export function needs(entry: OutboxEntry, earlier: OutboxEntry): boolean {
  const sameRow = earlier.rows.some(([table, id]) => entry.rows.some((row) => row[0] === table && row[1] === id));
  if (sameRow) return true;
  const made = new Set(earlier.wide ? earlier.rows.map(([, id]) => id) : earlier.operations.flatMap(idsMade));
  return entry.operations.some((operation) => references(operation).some((id) => made.has(id)));
}

/** Whether the order of the two matters to the server: `entry` needs the earlier one, or deletes what that refers to. */
export function mayNotOvertake(entry: OutboxEntry, earlier: OutboxEntry): boolean {
  if (needs(entry, earlier)) return true;
  const deleted = new Set(entry.operations.flatMap((one) => (one.kind === 'delete' ? [one.id] : [])));
  return deleted.size > 0 && earlier.operations.some((one) => references(one).some((id) => deleted.has(id)));
}

function idsMade(operation: Operation): string[] {
  return 'row' in operation ? [operation.row.id] : [];
}

function references(operation: Operation): string[] {
  return fieldsOf(operation).flatMap((fields) =>
    Object.entries(fields).flatMap(([name, value]) =>
      REFERENCE_FIELDS.includes(name) && typeof value === 'string' ? [value] : [],
    ),
  );
}

function fieldsOf(operation: Operation): object[] {
  switch (operation.kind) {
    case 'insert':
    case 'restore':
      return [operation.row];
    case 'patch':
      return [operation.before, operation.after];
    case 'call':
      return [operation.arguments];
    case 'delete':
      return [];
  }
}
