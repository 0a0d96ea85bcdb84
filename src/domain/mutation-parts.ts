/** Large deeds go in parts. Both sides of a transfer are in one part, because one mutation has to write both. */

interface OfTransfer {
  /** The transfer of which it is about a side; null for everything else. */
  transferId: string | null;
}

/** The items in their order, where the sides of a transfer stand together, in parts of at most `most`. */
export function inParts<Item extends OfTransfer>(items: readonly Item[], most: number): Item[][] {
  const parts: Item[][] = [];
  for (const unit of Map.groupBy(items, (one) => one.transferId ?? one).values()) {
    const last = parts.at(-1);
    if (last && last.length + unit.length <= most) last.push(...unit);
    else parts.push([...unit]);
  }
  return parts;
}
