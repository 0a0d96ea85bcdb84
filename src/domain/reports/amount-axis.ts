/** The axis beside a chart: zero and two or three round amounts. The last one is at least as high as every column. */

/** The first digits that the distance between two amounts may have. */
const ROUND = [1, 2, 2.5, 5, 10];
const MOST_STEPS = 3;
/** The smallest distance: an axis does not distinguish cents. */
const SMALLEST_STEP = 100;

/** The amounts, from zero up and in equal distances; whole dollars, in cents. */
export function amountAxis(highest: number): number[] {
  const atLeast = Math.max(SMALLEST_STEP, highest / MOST_STEPS);
  const magnitude = 10 ** Math.floor(Math.log10(atLeast));
  const step = ROUND.map((digits) => digits * magnitude).find((one) => one >= atLeast && one % 100 === 0) ?? atLeast;
  const steps = Math.max(2, Math.ceil(highest / step));
  return Array.from({ length: steps + 1 }, (_, at) => at * step);
}
