/** Rows as the oracle sees them: what each field group holds, and whose deed put it there. */
import type { Deed, Reach } from './chronicle.ts';

export type Value = string | number | null;
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
  /** The event by which the server took it. */
  index: number;
  /** Somebody edited the row, in contrast to entering it. */
  isEdit: boolean;
  /** Somebody has since written the very same value, so two people may call it theirs. */
  isShared: boolean;
  /** Who wrote it before, if it is shared. */
  alsoBy: readonly string[];
}

export interface Row {
  table: string;
  id: string;
  author: string | null;
  groups: Map<string, Standing>;
  /** The true time at which it was entered, if its author's clock stamped it; null if the time came from elsewhere. */
  enteredAt: Pick<Deed, 'at' | 'blurMs'> | null;
}

/** Description and notes hold together. Every other field stands for itself. */
export function groupOf(table: string, field: string): string {
  return table === 'transactions' && field === 'notes' ? 'description' : field;
}

/** The values by field group, without what the server sets itself. */
export function grouped(table: string, fields: object): Map<string, Values> {
  const groups = new Map<string, Values>();
  for (const [field, value] of Object.entries(fields)) {
    if (['id', 'createdAt', 'ownerId', 'version', 'userId', 'userEmail'].includes(field)) continue;
    const group = groupOf(table, field);
    groups.set(group, { ...groups.get(group), [field]: plain(value) });
  }
  return groups;
}

function plain(value: unknown): Value {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

export function valuesOf({ groups }: Row): Values {
  return Object.assign({}, ...[...groups.values()].map(({ values }) => values));
}

export function fieldOf({ groups }: Row, field: string): Value {
  return groups.get(field)?.values[field] ?? null;
}

export function same(one: Values, other: Values): boolean {
  return Object.entries(one).every(([field, value]) => other[field] === value);
}

export function standing(
  { at, blurMs, isTimed, person, device }: Deed,
  values: Values,
  index: number,
  isEdit: boolean,
): Standing {
  return { values, at, blurMs, isTimed, by: person, device, index, isEdit, isShared: false, alsoBy: [] };
}

export type Answer = 'yes' | 'no' | 'either';

/** Whether the author of a deed on `device` with this reach had seen what stands. */
export function hadSeen({ index, device }: Standing, reach: Reach, onDevice: string): Answer {
  if (device === onDevice || index <= reach.sure) return 'yes';
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
 * Seen, or later than all that stands there: then the deed must be carried out. Neither: it must not. Of a value that
 * two people call theirs nobody can tell.
 */
export function mayOverwrite(all: readonly Standing[], isSeen: (one: Standing) => Answer, deed: Standing): Answer {
  const seen = all.map(isSeen);
  if (seen.every((answer) => answer === 'yes')) return 'yes';
  if (all.every((one) => isLater(deed, one) === 'yes')) return 'yes';
  const isStale = all.some((one) => !one.isShared && isLater(deed, one) === 'no');
  return isStale && all.some((one) => !one.isShared && isSeen(one) === 'no') ? 'no' : 'either';
}
