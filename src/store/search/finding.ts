/** Finds words among rows in an order. Typing on mostly narrows what was found before. */
import { narrowsText, type SearchedRow, type Word, wordTest } from '#domain/transactions/filter';

/** Rows in an order, and their amounts in cents, to look at which takes a hundredth of a look at the rows. */
export interface OrderedRows {
  entries: readonly SearchedRow[];
  amounts: Float64Array;
}

export interface Found {
  words: readonly Word[];
  /** Their places among all, in ascending order. */
  places: number[];
  entries: SearchedRow[];
}

export function inThisOrder(entries: readonly SearchedRow[]): OrderedRows {
  return { entries, amounts: Float64Array.from(entries, ({ row }) => row.amount) };
}

/** All rows that have the words. `before` was found among the same rows, for other words. */
export function findWords(words: readonly Word[], all: OrderedRows, before: Found | null): Found {
  const hasAll = wordTest(words);
  const found: Found = { words, places: [], entries: [] };
  const near = before && narrowsText(words, before.words) ? withAmounts(words, all, before.places) : null;
  const count = near ? near.length : all.entries.length;
  // Loops by number here and below, because they run at each key, for each row.
  for (let at = 0; at < count; at++) {
    const place = near ? (near[at] ?? 0) : at;
    const entry = all.entries[place];
    if (!entry || !hasAll(entry.key, all.amounts[place] ?? 0)) continue;
    found.places.push(place);
    found.entries.push(entry);
  }
  return found;
}

/**
 * The places of rows that can have these words when `found` are those that have shorter ones: they themselves, and
 * those that have the amount of a number.
 */
function withAmounts(words: readonly Word[], { amounts }: OrderedRows, found: number[]): number[] {
  const sought = words.flatMap(({ cents }) => cents ?? []);
  if (sought.length === 0) return found;
  const least = Math.min(...sought.map(({ from }) => from));
  const most = Math.max(...sought.map(({ to }) => to));
  const places: number[] = [];
  let next = 0;
  for (let place = 0; place < amounts.length; place++) {
    const cents = amounts[place] ?? 0;
    const isFound = found[next] === place;
    if (isFound) next++;
    if (isFound || (cents >= least && cents <= most)) places.push(place);
  }
  return places;
}
