import { FIELD_GROUPS, type Patch, type WritableTable } from './operations.ts';

type Fields = Patch['before'];

/**
 * Before and after of an edit; null when it changed nothing. When one field of a group changed, both sides name the
 * whole group. A field that neither side has did not change.
 */
export function changedFields(
  table: WritableTable,
  before: Fields,
  after: Fields,
): Pick<Patch, 'before' | 'after'> | null {
  const groups: readonly (readonly string[])[] = FIELD_GROUPS[table];
  const differs = (field: string) => (before[field] ?? null) !== (after[field] ?? null);
  const changed = groups.filter((group) => group.some(differs)).flat();
  if (changed.length === 0) return null;
  const pick = (from: Fields) => Object.fromEntries(changed.map((field) => [field, from[field] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** The name of the field's group, which is its first field; null for a field that no patch may name. */
export function groupOf(table: WritableTable, field: string): string | null {
  const groups: readonly (readonly string[])[] = FIELD_GROUPS[table];
  return groups.find((group) => group.includes(field))?.[0] ?? null;
}

/** The names of the groups that the patch changes. */
export function groupsIn({ table, after }: Pick<Patch, 'table' | 'after'>): Set<string> {
  return new Set(Object.keys(after).flatMap((field) => groupOf(table, field) ?? []));
}

/** The row's fields that a patch can name: texts and numbers. */
export function plainFields(row: object): Fields {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' || typeof value === 'number' ? value : null,
    ]),
  );
}
