/**
 * The index at which an item belongs among sorted ones, at `from` or later; found by binary search. The item goes
 * before those that compare as equal.
 */
export function sortedPlace<Item>(
  item: Item,
  sorted: readonly Item[],
  compare: (a: Item, b: Item) => number,
  from = 0,
): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = sorted[middle];
    if (other && compare(item, other) > 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
