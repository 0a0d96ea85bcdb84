/** The merge rule of a patch, for each field group: what the author saw, what they wrote, and who wrote last. */
import { FIELD_GROUPS, type Patch } from '#domain/operations';
import { type Clocks, isLater, knows, latestOf, turnsType } from './clocks.ts';
import { Refused, type Work } from './work.ts';

export type Values = Record<string, string | number | null>;

const GROUPS: Record<Patch['table'], readonly (readonly string[])[]> = FIELD_GROUPS;

/** Returns the group that a field is merged with; null for a field that no device may patch. */
export function groupOf(table: Patch['table'], field: string): string | null {
  return GROUPS[table].find((group) => group.includes(field))?.[0] ?? null;
}

/** Returns the groups in which two versions of a row differ, and the clock `type` when the type does. */
export function changedGroups(table: Patch['table'], before: object, after: object): string[] {
  const differs = (field: string) => Reflect.get(before, field) !== Reflect.get(after, field);
  const groups = GROUPS[table].flatMap((group) => (group.some(differs) ? [group[0] ?? ''] : []));
  return table === 'transactions' && differs('type') ? [...groups, 'type'] : groups;
}

/** Returns the fields of these groups. */
export function fieldsOf(table: Patch['table'], row: object, groups: readonly string[]): Values {
  const fields = Object.keys(row).filter((field) => groups.includes(groupOf(table, field) ?? ''));
  return valuesOf(row, fields);
}

export interface Merged {
  /** Fields to write. */
  taken: Values;
  /** Fields that keep somebody's edit. */
  kept: Values;
  keptBy: string | null;
  /** Groups that have this value already and get the later time. */
  raised: string[];
  /** By user: those whose values are overwritten unseen. */
  told: Map<string, Told>;
}

export interface Told {
  lost: Values;
  stands: Values;
}

type Row = object & { id: string; createdAt: string };

export function merge(work: Work, row: Row, patch: Patch): Merged {
  const merged: Merged = { taken: {}, kept: {}, keptBy: null, raised: [], told: new Map() };
  const turns = turnsType(patch);
  // Only a change of the type writes it.
  const fields = Object.keys(patch.after).filter(
    (field) => field !== 'type' || turns || patch.table !== 'transactions',
  );
  const byGroup = Map.groupBy(fields, (field) => {
    const group = groupOf(patch.table, field);
    // A category's name belongs to a type. So a change of the type takes amount, type and category or none of them.
    return turns && group === 'category' ? 'amount' : group;
  });
  for (const [group, named] of byGroup) {
    if (group === null) throw new Refused('invalid');
    const groups = turns && group === 'amount' ? ['amount', 'type', 'category'] : [group];
    decide(work, row, { groups, fields: named }, patch, merged);
  }
  return merged;
}

interface Part {
  /** The clocks that decide. */
  groups: readonly string[];
  /** The fields that are written or kept together. */
  fields: string[];
}

function decide(work: Work, row: Row, part: Part, patch: Patch, merged: Merged) {
  const { after } = patch;
  const { groups, fields } = part;
  const { editedAt, userId } = work;
  const current = valuesOf(row, fields);
  const clocks = work.state.clocks.get(row.id) ?? {};
  const author = { accountId: 'accountId' in row ? String(row.accountId) : row.id, device: work.device };
  const isKnown = (group: string) => knows(clocks, group, patch.seen, author);
  const standing = latestOf(clocks, groups, { at: row.createdAt, by: authorOf(row) });
  if (equal(current, after, fields)) {
    const named = new Set(fields.map((field) => groupOf(patch.table, field) ?? ''));
    if (standing.at < editedAt) merged.raised.push(...named);
  } else if (groups[0] === 'category' && !isKnown('type')) {
    // The name belongs to the type that the row no longer has.
    Object.assign(merged.kept, current);
    merged.keptBy = clocks.type?.written?.by ?? null;
  } else if (groups.every(isKnown) || isAsSeen(current, patch, fields, standing.at <= editedAt)) {
    Object.assign(merged.taken, pick(after, fields));
  } else if (isLater({ at: editedAt, by: userId }, standing)) {
    Object.assign(merged.taken, pick(after, fields));
    const changed = fields.filter((field) => current[field] !== after[field]);
    const losers = authorsOf(
      clocks,
      groups.filter((group) => !isKnown(group)),
    );
    tellAll(merged.told, losers, pick(current, changed), pick(after, changed));
  } else {
    Object.assign(merged.kept, current);
    merged.keptBy = standing.by;
  }
}

/** A patch of v0.1.0 is also taken where the values are as its author saw them, and older than the patch. */
function isAsSeen(current: Values, { seen, before }: Patch, fields: string[], isOlder: boolean): boolean {
  return typeof seen === 'number' && isOlder && equal(current, before, fields);
}

function equal(one: Values, other: Values, fields: string[]): boolean {
  return fields.every((field) => one[field] === other[field]);
}

function tellAll(told: Merged['told'], losers: Set<string>, lost: Values, stands: Values) {
  for (const loser of losers) {
    const before = told.get(loser);
    told.set(loser, { lost: { ...before?.lost, ...lost }, stands: { ...before?.stands, ...stands } });
  }
}

function authorsOf(clocks: Clocks, groups: readonly string[]): Set<string> {
  const authors = groups.flatMap((group) => [clocks[group]?.written?.by, clocks[group]?.raised?.by]);
  return new Set(authors.filter((author) => author !== undefined));
}

function authorOf(row: object): string | null {
  const author: unknown = Reflect.get(row, 'userId') ?? Reflect.get(row, 'ownerId');
  return typeof author === 'string' ? author : null;
}

export function valuesOf(row: object, fields: string[]): Values {
  return pick(Object.fromEntries(fields.map((field) => [field, plain(Reflect.get(row, field))])), fields);
}

export function plain(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function pick(values: Values, fields: string[]): Values {
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
}
