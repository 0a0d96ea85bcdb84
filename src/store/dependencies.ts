/** Which intents make no sense on the server before others. It reads entries only, and knows nothing of the server's rows. */
import type { Operation } from '#domain/operations';
import type { OutboxEntry } from './outbox.ts';

/** Fields that hold the id of another row. */
export const REFERENCE_FIELDS: readonly string[] = ['accountId', 'categoryId', 'budgetId', 'targetId'];

/** Fields that may hold the name of a category. */
const NAME_FIELDS: readonly string[] = ['category', 'name', 'from', 'to'];

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

/**
 * Whether the order of the two matters to the server: `entry` needs the earlier one, or takes away what that refers to, or one
 * of them renames a category that the other names.
 */
export function mayNotOvertake(entry: OutboxEntry, earlier: OutboxEntry): boolean {
  if (needs(entry, earlier) || renamesFor(entry, earlier) || renamesFor(earlier, entry)) return true;
  const taken = new Set(idsTaken(entry));
  return taken.size > 0 && earlier.operations.some((one) => references(one).some((id) => taken.has(id)));
}

/** A renaming reaches whatever has the name when it arrives. */
function renamesFor(entry: OutboxEntry, other: OutboxEntry): boolean {
  const renaming = entry.operations.filter((one) => one.kind === 'call' && one.name === 'category.rename');
  const names = new Set(renaming.flatMap(namesIn));
  return names.size > 0 && other.operations.some((one) => namesIn(one).some((name) => names.has(name)));
}

function idsTaken({ wide, rows, operations }: OutboxEntry): string[] {
  if (wide) return rows.map(([, id]) => id);
  return operations.flatMap((one) => (one.kind === 'delete' ? [one.id] : []));
}

function idsMade(operation: Operation): string[] {
  return 'row' in operation ? [operation.row.id] : [];
}

function references(operation: Operation): string[] {
  return textIn(operation, REFERENCE_FIELDS);
}

function namesIn(operation: Operation): string[] {
  return textIn(operation, NAME_FIELDS);
}

function textIn(operation: Operation, wanted: readonly string[]): string[] {
  return fieldsOf(operation).flatMap((fields) =>
    Object.entries(fields).flatMap(([name, value]) =>
      wanted.includes(name) && typeof value === 'string' ? [value] : [],
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
