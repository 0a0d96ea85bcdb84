/**
 * The positions that a move in the list of accounts needs. A position is part of the account: everybody who has the
 * account sees it there.
 */

import { MAX_POSITION } from '../rows.ts';
import type { Placed } from './accounts.ts';

/**
 * The positions to write so that the account with this id stands at `index` of the list: account id to position. They
 * are as few as possible. Empty when it stands there already. Null when an account would have to change that `mayPlace`
 * does not allow, or when there is no such account or place. `sorted`: the whole list by `byPosition`.
 */
export function placesBetween<Row extends Placed>(
  sorted: readonly Row[],
  id: string,
  index: number,
  mayPlace: (row: Row) => boolean,
): ReadonlyMap<string, number> | null {
  const from = sorted.findIndex((row) => row.id === id);
  const moved = sorted[from];
  if (!moved || index < 0 || index >= sorted.length) return null;
  if (from === index) return new Map();
  const others = sorted.filter((row) => row !== moved);
  const wanted = [...others.slice(0, index), moved, ...others.slice(index)];
  const places = fewPlaces(wanted, index) ?? numbered(wanted);
  const isAllowed = wanted.every((row) => !places.has(row.id) || mayPlace(row));
  return isAllowed ? places : null;
}

/** Gives positions to the moved row, and to those before it that have none. Null where the numbers leave no room. */
function fewPlaces(wanted: readonly Placed[], index: number): Map<string, number> | null {
  const before = wanted.slice(0, index).filter(({ position }) => typeof position === 'number');
  const last = before.at(-1)?.position ?? null;
  const next = wanted[index + 1]?.position ?? null;
  const unplaced = wanted.slice(before.length, index + 1);
  if (next === null) {
    const least = Math.floor(last ?? 0) + 1;
    if (least + unplaced.length > MAX_POSITION) return null;
    return new Map(unplaced.map(({ id }, n) => [id, least + n]));
  }
  const position = last === null ? Math.ceil(next) - 1 : (last + next) / 2;
  const hasRoom = position < next && position > (last ?? -MAX_POSITION);
  return hasRoom ? new Map(unplaced.map(({ id }) => [id, position])) : null;
}

/** Gives whole numbers to all rows that have a position, and to those that stand before one of them. */
function numbered(wanted: readonly Placed[]): Map<string, number> {
  const end = wanted.findLastIndex(({ position }) => typeof position === 'number');
  const places = wanted.slice(0, end + 1).map((row, n) => ({ row, place: n + 1 }));
  return new Map(places.flatMap(({ row, place }) => (row.position === place ? [] : [[row.id, place]])));
}
