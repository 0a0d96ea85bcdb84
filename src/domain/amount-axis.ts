/** The axis of amounts beside a chart: zero and two or three round amounts above it, the last at least as high as all columns. */
import { LOCALE } from './locale.ts';

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

/** In as few characters as it takes: `$750`, `$2.5K`, `$1M`; cents. */
export function formatAxisAmount(cents: number): string {
  return FORMAT.format(cents / 100);
}

const FORMAT = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
  trailingZeroDisplay: 'stripIfInteger',
});
