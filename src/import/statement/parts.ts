/** The parts of one row. They always add up to the row's cents, whatever the file says. */
import type { Part } from './statement.ts';

/** A transaction has at most so many lines. */
const MOST_PARTS = 50;

/**
 * The parts with the rest as one more, so that they add up to `cents`; undefined when fewer than two are left. Parts of
 * zero are dropped. Beyond fifty the last ones become one. `cents` and the parts' cents have a sign.
 */
export function completeParts(cents: number, parts: readonly Part[]): Part[] | undefined {
  const some = parts.filter((part) => part.cents !== 0);
  const rest = cents - sumOf(some);
  const whole = rest === 0 ? some : [...some, { cents: rest, text: '' }];
  if (whole.length > MOST_PARTS) {
    const last = sumOf(whole.splice(MOST_PARTS - 1));
    if (last !== 0) whole.push({ cents: last, text: '' });
  }
  return whole.length < 2 ? undefined : whole;
}

function sumOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + part.cents, 0);
}
