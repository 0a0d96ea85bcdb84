/** The axis of amounts beside a chart: zero and two or three round amounts above it, the last at least as high as all columns. */

/** What the first digits of the distance between two amounts are. */
const ROUND = [1, 2, 2.5, 5, 10];
const MOST_STEPS = 3;
/** Two columns of cents are not told apart by their axis. */
const SMALLEST_STEP = 100;

/** The amounts, from zero up and in equal distances; whole dollars, in cents. */
export function amountAxis(highest: number): number[] {
  const atLeast = Math.max(SMALLEST_STEP, highest / MOST_STEPS);
  const magnitude = 10 ** Math.floor(Math.log10(atLeast));
  const step = ROUND.map((digits) => digits * magnitude).find((one) => one >= atLeast && one % 100 === 0) ?? atLeast;
  const steps = Math.max(2, Math.ceil(highest / step));
  return Array.from({ length: steps + 1 }, (_, at) => at * step);
}
