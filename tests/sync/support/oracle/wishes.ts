/** What an edit of a row asks for, apart and together. */

import type { Patch } from '#domain/mutations/operations';
import type { Deeds } from './case.ts';
import type { Deed } from './chronicle.ts';
import { ANYTHING, fieldOf, grouped, isUncertain, plainValues, type Row, same, type Values } from './rows.ts';

/** What a person wants of one field group, or of several that belong together. */
export interface Wish {
  groups: Map<string, Values>;
  /** Groups whose standing values decide about it. */
  against: string[];
  /** The last of the deeds that the device folded. */
  deed: Deed;
}

const TEXTS = ['description', 'notes'] as const;

const BOUND = ['amount', 'type', 'category', 'lines'];

/** The wishes of an edit. One of the type (S37a) or of lines (S66b) binds amount, type, category and lines. */
export function wishesOf(row: Row, deeds: Deeds): Wish[] {
  const wanted = lastValues(row.table, deeds);
  const apart = (groups: readonly string[]) =>
    [...wanted].flatMap(([group, { values, deed }]) =>
      groups.includes(group) ? [] : [{ groups: new Map([[group, values]]), against: [group], deed }],
    );
  // The money of a schedule is one group, which its type is a part of.
  if (row.table !== 'transactions') return apart([]);
  const type = wanted.get('type');
  const first = deeds[0].operation;
  const turns = type && !(first.kind === 'patch' && same(type.values, plainValues(first.before)));
  // Another type ends a refund, where its author says nothing of that (S78c).
  const isEnded = turns && fieldOf(row, 'refund') === true && type.values.type !== fieldOf(row, 'type');
  if (isEnded && !('refund' in type.values)) type.values.refund = false;
  if (!turns && !wanted.has('lines')) return apart(['type']);
  const bound = [...wanted].filter(([group]) => BOUND.includes(group));
  const deed = bound.map(([, one]) => one.deed).reduce((one, other) => (other.at > one.at ? other : one));
  const groups = new Map(bound.map(([group, { values }]) => [group, values] as const));
  return [{ groups, against: BOUND, deed }, ...apart(BOUND)];
}

/** What the deeds want of each group in the end, with the last deed that wanted something of it. */
function lastValues(table: string, deeds: Deeds): Map<string, { values: Values; deed: Deed }> {
  const last = new Map<string, { values: Values; deed: Deed }>();
  for (const deed of deeds) {
    if (deed.operation.kind !== 'patch') continue;
    for (const [group, values] of grouped(table, meantBy(deed.operation))) {
      last.set(group, { values: { ...last.get(group)?.values, ...values }, deed });
    }
  }
  return last;
}

/** Releases before 0.3.0 name both texts when one of them changed. */
function meantBy({ table, before, after }: Patch): Patch['after'] {
  const other = table === 'transactions' && TEXTS.find((text) => before[text] === after[text]);
  if (!other || !TEXTS.every((text) => text in after && text in before)) return after;
  const { [other]: _, ...meant } = after;
  return TEXTS.every((text) => before[text] === after[text]) ? after : meant;
}

/** From now on nobody can tell what stands in the group. */
export function doubt(row: Row, group: string): void {
  const before = row.groups.get(group);
  if (!before) return;
  const values = Object.fromEntries(Object.keys(before.values).map((field) => [field, ANYTHING]));
  row.groups.set(group, { ...before, values, isTimed: false, isShared: true });
}

/** Whether nobody can tell what stands in one of the groups. */
export function isDoubted(row: Row, groups: readonly string[]): boolean {
  return groups.some((group) => Object.values(row.groups.get(group)?.values ?? {}).some(isUncertain));
}

/** An edit that does not name lines leaves a split row what they decide (S66c). */
export function missesLines(row: Row, { groups }: Pick<Wish, 'groups'>): boolean {
  if (groups.has('lines') || fieldOf(row, 'lines') === null) return false;
  return [...groups.keys()].some((group) => BOUND.includes(group));
}

/** What both sides of a transfer hold alike: by group, and by field. */
const SHARED = [...BOUND, 'nature'];
export const SHARED_FIELDS = [...SHARED, 'transferId'];

/** Whether the wish is about what both sides of a transfer share. */
export function isShared({ groups }: Pick<Wish, 'groups'>): boolean {
  return [...groups.keys()].some((group) => SHARED.includes(group));
}
