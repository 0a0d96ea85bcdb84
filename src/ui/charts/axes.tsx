import { CartesianGrid, ReferenceLine, XAxis, YAxis } from 'recharts';
import type { Size } from './use-size.ts';

export interface Axes {
  /** Round amounts, lowest first, and how they are written. */
  amounts: readonly number[];
  write: (amount: number) => string;
  /** The days or months below the chart; points between them have no name. */
  marks: readonly Mark[];
}

export interface Mark {
  /** The point of the chart that it stands below. */
  at: string | number;
  text: string;
  /** A second line; empty for none. */
  below?: string;
}

// Each text that the library measures costs a layout of the page, and a width that it finds draws the chart again. So
// the room of texts is computed from their lengths.

/** The width of a character in tabular numerals, in em; slightly more than it needs. */
const CHARACTER_WIDTH = 0.62;
/** Between an amount and the chart, and at the least between two names below it; pixels. */
const GAP = 8;

/** Otherwise, the library places lines across it, too, and draws none. */
const noLines = () => [];

function roomFor(texts: readonly string[], { em }: Size): number {
  return Math.ceil(Math.max(0, ...texts.map(({ length }) => length)) * CHARACTER_WIDTH * em) + GAP;
}

function roomForAmounts({ amounts, write }: Pick<Axes, 'amounts' | 'write'>, size: Size): number {
  return roomFor(amounts.map(write), size);
}

/** The amounts, with a line across the chart at each. Zero is drawn stronger. */
export function AmountAxis({ size, amounts, write }: Axes & { size: Size }) {
  const [lowest = 0, highest = 0] = [amounts.at(0), amounts.at(-1)];
  return (
    <>
      <CartesianGrid vertical={false} verticalCoordinatesGenerator={noLines} />
      <YAxis
        width={roomForAmounts({ amounts, write }, size)}
        domain={[lowest, highest]}
        ticks={amounts}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={({ x, y, payload }) => (
          <text x={x} y={y} dy="0.355em" textAnchor="end" className="recharts-cartesian-axis-tick-value">
            {write(payload.value)}
          </text>
        )}
      />
      {lowest <= 0 && highest >= 0 && <ReferenceLine y={0} />}
    </>
  );
}

/** What tells the points apart is their `at`. Where there is no room for all marks, only some stand there. */
export function DayAxis({ size, marks: all, ...amounts }: Axes & { size: Size }) {
  const room = size.width - roomForAmounts(amounts, size);
  const texts = all.map(({ text }) => text);
  const every = Math.max(1, Math.ceil((roomFor(texts, size) * texts.length) / Math.max(1, room)));
  const marks = all.filter((_, at) => at % every === 0);
  const hasBelow = marks.some(({ below }) => below);
  return (
    <XAxis
      dataKey="at"
      ticks={marks.map(({ at }) => at)}
      interval={0}
      height={hasBelow ? 42 : 26}
      axisLine={false}
      tickLine={false}
      tick={({ x, y, payload }) => {
        const mark = marks.find(({ at }) => at === payload.value);
        return (
          // Below the lowest amount, which stands at its left.
          <text x={x} y={Number(y) + 14} textAnchor="middle" className="recharts-cartesian-axis-tick-value" data-mark>
            <tspan x={x}>{mark?.text}</tspan>
            {mark?.below && (
              <tspan x={x} dy="1.3em">
                {mark.below}
              </tspan>
            )}
          </text>
        );
      }}
    />
  );
}
