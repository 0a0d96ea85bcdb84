/** Rows as the oracle sees them: what each field group holds, and whose deed put it there. */
import type { Deed, Reach } from './chronicle.ts';
import { textOfLines, type Value } from './lines.ts';
import { say, type Word } from './words.ts';

export type { Value };
export type Values = Record<string, Value>;

/** The deed whose value stands in a field group. */
export interface Standing {
  values: Values;
  /** The true time of the deed, milliseconds. */
  at: number;
  blurMs: number;
  isTimed: boolean;
  by: string | null;
  device: string | null;
  action: string;
  /** The action that the deed takes back. */
  undoes: string | null;
  /** What speaks for the value; null for what the row was added with. */
  word: Word | null;
  /** The event by which the server took it. */
  index: number;
  /** Somebody edited the row, in contrast to entering it. */
  isEdit: boolean;
  /** The row was added with it, and everybody who does anything to the row has seen that (S36h). */
  isAdded: boolean;
  /** Somebody has since written the very same value, so two people may call it theirs. */
  isShared: boolean;
  /** Who wrote it before, if it is shared. */
  alsoBy: readonly string[];
  /** Somebody has asked for the row that another one had added (S67n). */
  isAsked?: true;
}

export interface Row {
  table: string;
  id: string;
  author: string | null;
  groups: Map<string, Standing>;
  /** What speaks for the row's being there, or not; null when it was only added. */
  word: Word | null;
  /** The true time at which it was entered, if its author's clock stamped it; null if the time came from elsewhere. */
  enteredAt: Pick<Deed, 'at' | 'blurMs'> | null;
}

/** Fields that hold together with another one. Every other field stands for itself. */
const HELD: Record<string, string> = {
  refund: 'type',
  transferId: 'nature',
  reconciliationId: 'status',
  importId: 'bankId',
  importedText: 'bankId',
};

/** The same of a schedule: what it books, and when. */
const HELD_IN_SCHEDULES: Record<string, string> = {
  amount: 'type',
  refund: 'type',
  weekend: 'rhythm',
  startDate: 'rhythm',
  endDate: 'rhythm',
  count: 'rhythm',
};

export function groupOf(table: string, field: string): string {
  if (table === 'schedules') return HELD_IN_SCHEDULES[field] ?? field;
  return table === 'transactions' ? (HELD[field] ?? field) : field;
}

/** The group without a field that says who brought the row back. It counts against deletions (S39j). */
export const BACK = 'row';

/** The values by field group, without what the server sets itself. */
export function grouped(table: string, fields: object): Map<string, Values> {
  const groups = new Map<string, Values>();
  for (const [field, value] of Object.entries(fields)) {
    if (['id', 'createdAt', 'ownerId', 'version', 'userId', 'userEmail'].includes(field)) continue;
    // The contract tells how renames reach schedules.
    if (table === 'schedules' && ['category', 'lines'].includes(field)) continue;
    const group = groupOf(table, field);
    groups.set(group, { ...groups.get(group), [field]: plain(value) });
  }
  return groups;
}

/** A value as the oracle compares it. */
export function plain(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return textOfLines(value);
}

/** Stands where nobody can tell what the server holds. */
export const ANYTHING = '?|?';

/** Several names, where the times are uncertain, are one text with bars. */
export function isUncertain(value: unknown): boolean {
  return typeof value === 'string' && value.includes('|');
}

/** The name after a rename. Of several that it may be, each is renamed. */
export function renamed(name: Value, from: string, to: string): Value {
  const names = String(name).split('|');
  if (name === null || !names.includes(from)) return name;
  return [...new Set(names.map((one) => (one === from ? to : one)))].join('|');
}

/** The values that a verdict or a notice names, as the oracle compares them. */
export function plainValues(fields: object): Values {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, plain(value)]));
}

export function valuesOf({ groups }: Row): Values {
  return Object.assign({}, ...[...groups.values()].map(({ values }) => values));
}

export function fieldOf({ table, groups }: Row, field: string): Value {
  return groups.get(groupOf(table, field))?.values[field] ?? null;
}

export function same(one: Values, other: Values): boolean {
  return Object.entries(one).every(([field, value]) => (field in other ? other[field] : absent(field)) === value);
}

/** What a row holds that does not name the field: rows of older releases name no refund. */
function absent(field: string): Value | undefined {
  return field === 'refund' ? false : undefined;
}

/** The type of the row's category: money back is in one of the other type (S78a). */
export function sideOf({ type, refund = null }: Values): Value {
  if (refund !== true) return type ?? null;
  return type === 'income' ? 'expense' : 'income';
}

/** The same for a row, also for one that is a category. */
export function sideOfRow(row: Row): Value {
  return sideOf({ type: fieldOf(row, 'type'), refund: row.table === 'transactions' && fieldOf(row, 'refund') });
}

export function standing(
  { at, blurMs, isTimed, person, device, action = '', undoes = null }: Deed,
  values: Values,
  index: number,
  isEdit: boolean,
): Standing {
  const common = { isAdded: false, isShared: false, alsoBy: [] };
  const word = isEdit ? say({ action, undoes, index }, null) : null;
  return { values, at, blurMs, isTimed, by: person, device, action, undoes, word, index, isEdit, ...common };
}

/** Nobody's edit (S36h). Where somebody has written the same value since, nobody can tell. */
export function isMerelyAdded({ isAdded, isShared }: Standing): boolean {
  return isAdded && !isShared;
}

export type Answer = 'yes' | 'no' | 'either';

/** Whether the author of a deed on `device` with this reach had seen what stands (S36a, S36b). */
export function hadSeen(one: Standing, reach: Reach, onDevice: string): Answer {
  const { index, device, isShared } = one;
  if (isMerelyAdded(one) || index <= reach.sure) return 'yes';
  // Of what two people wrote, the author may have seen no more than their own.
  if (device === onDevice) return isShared ? 'either' : 'yes';
  return index <= reach.maybe ? 'either' : 'no';
}

type Dated = Pick<Deed, 'at' | 'blurMs' | 'isTimed'>;

/** Whether the one deed is later than the other. */
export function isLater(one: Dated, other: Dated): Answer {
  const isTooClose = Math.abs(one.at - other.at) <= Math.max(one.blurMs, other.blurMs);
  if (!one.isTimed || !other.isTimed || isTooClose) return 'either';
  return one.at > other.at ? 'yes' : 'no';
}

/**
 * Seen, or later than all that stands there: then the deed must be carried out (S36d). Neither: it must not. Of a value
 * that two people call theirs nobody can tell.
 */
export function mayOverwrite(
  standings: readonly Standing[],
  isSeen: (one: Standing) => Answer,
  deed: Standing,
): Answer {
  const all = standings.filter((one) => !isMerelyAdded(one));
  const seen = all.map(isSeen);
  // Nobody has seen what somebody said once more after they had looked (S36g).
  const isSaidSince = all.some((one) => one.isShared && isLater(one, deed) !== 'no');
  if (!isSaidSince && seen.every((answer) => answer === 'yes')) return 'yes';
  if (all.every((one) => isLater(deed, one) === 'yes')) return 'yes';
  const isStale = all.some((one) => !one.isShared && isLater(deed, one) === 'no');
  return isStale && all.some((one) => !one.isShared && isSeen(one) === 'no') ? 'no' : 'either';
}
