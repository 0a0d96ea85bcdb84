/**
 * Which mutations depend on others on the server. This file reads only entries and knows nothing of the server's rows.
 */

import * as v from 'valibot';
import { changesOccurrence } from '#domain/mutations/occurrence-calls';
import type { Operation } from '#domain/mutations/operations';
import { renamesRows } from '#domain/mutations/renames';
import { sameValue } from '#domain/mutations/same-value';
import { turns } from '#domain/refunds';
import { TransactionLine } from '#domain/rows';
import type { OutboxEntry } from '../database/records.ts';

/** Fields that hold the id of another row. */
export const REFERENCE_FIELDS: readonly string[] = [
  'accountId',
  'categoryId',
  'budgetId',
  'targetId',
  'reconciliationId',
  'importId',
  'scheduleId',
];

/** Fields that may hold the name of a category. */
const NAME_FIELDS: readonly string[] = ['category', 'name', 'from', 'to'];
const Lines = v.array(TransactionLine);

/** What some entries need of those before them. To ask of each of two hundred would compare all with all. */
export class Needed {
  /** The rows that they touch. */
  readonly #rows = new Set<string>();
  /** The ids that they refer to. */
  readonly #ids = new Set<string>();

  add({ rows, operations }: OutboxEntry): void {
    for (const row of rows) this.#rows.add(row.join(' '));
    for (const id of operations.flatMap(references)) this.#ids.add(id);
  }

  /**
   * Whether one of them touches a row of the earlier entry, or refers to a row that it makes. A multi-row entry counts
   * as making every row that it touches.
   */
  has({ wide, rows, operations }: OutboxEntry): boolean {
    if (rows.some((row) => this.#rows.has(row.join(' ')))) return true;
    const made = wide ? rows.map(([, id]) => id) : operations.flatMap(idsMade);
    return made.some((id) => this.#ids.has(id));
  }
}

/** Whether `entry` depends on `earlier`. */
export function needs(entry: OutboxEntry, earlier: OutboxEntry): boolean {
  const needed = new Needed();
  needed.add(entry);
  return needed.has(earlier);
}

/**
 * Whether the server must get the two in their order. True when `entry` depends on the earlier one or deletes a row
 * that it refers to. Also true when one of them renames a category that the other names.
 */
export function mayNotOvertake(entry: OutboxEntry, earlier: OutboxEntry): boolean {
  if (needs(entry, earlier) || renamesFor(entry, earlier) || renamesFor(earlier, entry)) return true;
  const taken = new Set(idsTaken(entry));
  return taken.size > 0 && earlier.operations.some((one) => references(one).some((id) => taken.has(id)));
}

/** A rename reaches every row that has the name and the type when the rename arrives, in the user's own accounts. */
function renamesFor(entry: OutboxEntry, other: OutboxEntry): boolean {
  const renaming = entry.operations.filter(renamesRows);
  const names = new Set(renaming.flatMap(namesIn));
  if (names.size === 0) return false;
  return other.operations.some((one) => takesElsewhere(one) || namesIn(one).some((name) => names.has(name)));
}

/** Whether it takes a transaction to where other renamings reach it, under whatever name. */
function takesElsewhere(operation: Operation): boolean {
  if (operation.kind !== 'patch' || operation.table !== 'transactions') return false;
  const { before, after } = operation;
  return turns({ before, after }) || ('accountId' in after && !sameValue(after.accountId, before.accountId));
}

function idsTaken({ wide, rows, operations }: OutboxEntry): string[] {
  if (wide) return rows.map(([, id]) => id);
  return operations.flatMap((one) => (one.kind === 'delete' ? [one.id] : []));
}

/** A skip makes no row, but what is done about the same occurrence comes after it. */
function idsMade(operation: Operation): string[] {
  if (changesOccurrence(operation)) return [operation.arguments.key];
  return 'row' in operation ? [operation.row.id] : [];
}

function references(operation: Operation): string[] {
  return [...textIn(operation, REFERENCE_FIELDS), ...occurrenceIn(operation)];
}

/** The schedule and the key of the occurrence that the operation is about. */
function occurrenceIn(operation: Operation): string[] {
  if (changesOccurrence(operation)) return [operation.arguments.key];
  const { scheduleId, key } = 'scheduleId' in operation ? operation : {};
  return [scheduleId, key].flatMap((id) => (scheduleId === undefined ? [] : (id ?? [])));
}

function namesIn(operation: Operation): string[] {
  return [...textIn(operation, NAME_FIELDS), ...fieldsOf(operation).flatMap(namesInLines)];
}

function namesInLines(fields: object): string[] {
  return 'lines' in fields && v.is(Lines, fields.lines) ? fields.lines.map(({ category }) => category) : [];
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
