/** The axis beside a chart: a few round amounts in equal distances, from below all that is shown to above it. */

/** The first digits that the distance between two amounts may have. */
const ROUND = [1, 2, 5, 10];
const MOST_STEPS = 3;
/** A shorter distance beside larger amounts would give two of them the same short name. */
const LEGIBLE = 10;
/** The smallest distance: an axis does not distinguish cents. */
const SMALLEST_STEP = 100;

/** The amounts, lowest first; whole dollars, in cents. */
export function amountAxis(lowest: number, highest: number): number[] {
  const largest = Math.max(Math.abs(lowest), Math.abs(highest));
  const atLeast = Math.max(SMALLEST_STEP, (highest - lowest) / MOST_STEPS, largest / LEGIBLE);
  const magnitude = 10 ** Math.floor(Math.log10(atLeast));
  const step = ROUND.map((digits) => digits * magnitude).find((one) => one >= atLeast && one % 100 === 0) ?? atLeast;
  const first = Math.floor(lowest / step);
  const last = Math.max(first + 2, Math.ceil(highest / step));
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}
