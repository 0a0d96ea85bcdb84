import * as v from 'valibot';
import { type Fields, FieldValue, TRANSACTION_DEFAULTS } from '../rows.ts';
import { FIELD_GROUPS, type Patch, type WritableTable } from './operations.ts';
import { sameValue } from './same-value.ts';

/** What an edit of a row with lines, before or after it, names and decides together. */
export const SPLIT_FIELDS: readonly string[] = ['amount', 'type', 'refund', 'category', 'lines'];

/**
 * Before and after of an edit; null when it changed nothing. When one field of a group changed, both sides name the
 * whole group. A field that `after` does not name did not change: rows of older versions lack newer fields. Lines add
 * up to the amount, so where the row has lines before or after, a change of one of SPLIT_FIELDS names all of them.
 */
export function changedFields(
  table: WritableTable,
  before: Fields,
  after: Fields,
): Pick<Patch, 'before' | 'after'> | null {
  const groups: readonly (readonly string[])[] = FIELD_GROUPS[table];
  const differs = (field: string) => after[field] !== undefined && !sameValue(before[field], after[field]);
  const changed = new Set(groups.filter((group) => group.some(differs)).flat());
  if (changed.size === 0) return null;
  const isSplit = Boolean(before.lines ?? after.lines);
  if (isSplit && SPLIT_FIELDS.some((field) => changed.has(field))) for (const field of SPLIT_FIELDS) changed.add(field);
  const absent: Fields = table === 'transactions' ? TRANSACTION_DEFAULTS : {};
  const pick = (from: Fields) =>
    Object.fromEntries([...changed].map((field) => [field, from[field] ?? absent[field] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** The name of the field's group, which is its first field; null for a field that no patch may name. */
export function groupOf(table: WritableTable, field: string): string | null {
  const groups: readonly (readonly string[])[] = FIELD_GROUPS[table];
  return groups.find((group) => group.includes(field))?.[0] ?? null;
}

/** The names of the groups that the patch names. */
export function groupsIn({ table, after }: Pick<Patch, 'table' | 'after'>): Set<string> {
  return new Set(Object.keys(after).flatMap((field) => groupOf(table, field) ?? []));
}

/** The row's fields that a patch can name: texts, numbers, truth values and lines. */
export function plainFields(row: object): Fields {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, v.is(FieldValue, value) ? value : null]));
}
