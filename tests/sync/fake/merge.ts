/** The merge rule of a patch, per field group: what the user saw, what they made of it, and who wrote last. */
import { type Patch, TRANSACTION_FIELD_GROUPS } from '#domain/operations';
import { Refused, type Work } from './work.ts';

type Values = Record<string, string | number | null>;

const GROUPS: Record<Patch['table'], readonly (readonly string[])[]> = {
  transactions: TRANSACTION_FIELD_GROUPS,
  accounts: [['name'], ['type'], ['description'], ['accountNumber']],
  categories: [['name']],
  budgets: [['name'], ['amount'], ['categoryId'], ['description'], ['startDate']],
};

/** The name of the group that a field is merged with; null for what no device may patch. */
function groupOf(table: Patch['table'], field: string): string | null {
  return GROUPS[table].find((group) => group.includes(field))?.[0] ?? null;
}

/** The groups in which two versions of a row differ. */
export function changedGroups(table: Patch['table'], before: object, after: object): string[] {
  return GROUPS[table].flatMap((group) => {
    const changed = group.some((field) => Reflect.get(before, field) !== Reflect.get(after, field));
    return changed ? [group[0] ?? ''] : [];
  });
}

export interface Merged {
  /** Fields to write. */
  taken: Values;
  /** Fields of which somebody's later edit stands. */
  kept: Values;
  keptBy: string | null;
  /** Groups that are so already and get the newer clock. */
  raised: string[];
}

export function merge(work: Work, row: object & { id: string; createdAt: string }, patch: Patch): Merged {
  const merged: Merged = { taken: {}, kept: {}, keptBy: null, raised: [] };
  const byGroup = Map.groupBy(Object.keys(patch.after), (field) => groupOf(patch.table, field));
  for (const [group, fields] of byGroup) {
    if (group === null) throw new Refused('invalid');
    decide(work, row, group, fields, patch, merged);
  }
  return merged;
}

function decide(
  { state, userId, editedAt }: Work,
  row: object & { id: string; createdAt: string },
  group: string,
  fields: string[],
  { before, after, seen }: Patch,
  merged: Merged,
) {
  const current = valuesOf(row, fields);
  const stands = (values: Values) => fields.every((field) => current[field] === values[field]);
  const clock = state.clocks.get(row.id)?.[group];
  // A group without a clock is as it was inserted.
  const at = clock?.at ?? row.createdAt;
  const by = clock?.by ?? authorOf(row);
  if (stands(before) && (at <= editedAt || (clock?.version ?? 0) <= seen)) {
    Object.assign(merged.taken, pick(after, fields));
  } else if (stands(after)) {
    if (at < editedAt) merged.raised.push(group);
  } else if (editedAt > at || (editedAt === at && by !== null && userId > by)) {
    Object.assign(merged.taken, pick(after, fields));
  } else {
    Object.assign(merged.kept, current);
    merged.keptBy = by;
  }
}

function authorOf(row: object): string | null {
  const author: unknown = Reflect.get(row, 'userId') ?? Reflect.get(row, 'ownerId');
  return typeof author === 'string' ? author : null;
}

function valuesOf(row: object, fields: string[]): Values {
  return pick(Object.fromEntries(fields.map((field) => [field, plain(Reflect.get(row, field))])), fields);
}

export function plain(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function pick(values: Values, fields: string[]): Values {
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
}
