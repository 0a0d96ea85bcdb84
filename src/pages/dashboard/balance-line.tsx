import { chakra } from '@chakra-ui/react';
import { formatDayOfYear, shiftDays } from '#domain/dates/dates';
import { formatMoney } from '#domain/money/money';
import * as texts from '#texts/pages/dashboard';

/** The line keeps this distance from the edges, so that its width is not cut off. */
const EDGE = 4;
const HEIGHT = 40;

/**
 * A balance day by day, as a small line without an axis. It fills the width and height of its parent. `line` has the
 * cents of each day until `today`, oldest first.
 */
export function BalanceLine({ line, today }: { line: readonly number[]; today: string }) {
  const points = pointsOf(line);
  return (
    <chakra.svg
      role="img"
      aria-label={inWords(line, today)}
      viewBox={`0 0 ${line.length - 1} ${HEIGHT}`}
      preserveAspectRatio="none"
      width="full"
      height="full"
      display="block"
      color="accent"
      overflow="visible"
    >
      <path d={`M0 ${HEIGHT}L${points}L${line.length - 1} ${HEIGHT}Z`} fill="currentColor" opacity="0.1" />
      <path
        d={`M${points}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </chakra.svg>
  );
}

/** The lowest balance is at the bottom and the highest at the top; one that never changes is in the middle. */
function pointsOf(line: readonly number[]): string {
  const [lowest, highest] = [Math.min(...line), Math.max(...line)];
  const heightOf = (cents: number) => (lowest === highest ? 0.5 : (cents - lowest) / (highest - lowest));
  const placed = line.map((cents, at) => `${at} ${(HEIGHT - EDGE - heightOf(cents) * (HEIGHT - 2 * EDGE)).toFixed(1)}`);
  return placed.join('L');
}

function inWords(line: readonly number[], today: string): string {
  const end = (cents: number, at: number) => ({
    day: formatDayOfYear(shiftDays(today, at + 1 - line.length)),
    amount: formatMoney(cents),
  });
  const last = line.length - 1;
  const [lowest, highest] = [Math.min(...line), Math.max(...line)];
  return texts.balanceLine({
    from: end(line[0] ?? 0, 0),
    to: end(line[last] ?? 0, last),
    lowest: end(lowest, line.indexOf(lowest)),
    highest: end(highest, line.lastIndexOf(highest)),
  });
}
