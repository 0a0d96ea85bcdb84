import { CartesianGrid, ReferenceLine, XAxis, YAxis } from 'recharts';

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

/** The amounts, with a line across the chart at each. Zero is drawn stronger. */
export function AmountAxis({ amounts, write }: Pick<Axes, 'amounts' | 'write'>) {
  const [lowest = 0, highest = 0] = [amounts.at(0), amounts.at(-1)];
  return (
    <>
      <CartesianGrid vertical={false} />
      <YAxis
        width="auto"
        domain={[lowest, highest]}
        ticks={amounts}
        interval={0}
        tickFormatter={write}
        axisLine={false}
        tickLine={false}
      />
      {lowest <= 0 && highest >= 0 && <ReferenceLine y={0} />}
    </>
  );
}

/** What tells the points apart is their `at`. */
export function DayAxis({ marks }: Pick<Axes, 'marks'>) {
  const hasBelow = marks.some(({ below }) => below);
  return (
    <XAxis
      dataKey="at"
      // By its length, the library leaves out what has no room.
      tickFormatter={(at) => marks.find((mark) => mark.at === at)?.text ?? ''}
      ticks={marks.map(({ at }) => at)}
      interval="preserveStartEnd"
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
