import { Line, LineChart } from 'recharts';
import { AmountAxis, type Axes, DayAxis } from './axes.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { Later } from './in-turn.ts';
import { PointedValues, type Values } from './pointed-values.tsx';
import type { Size } from './use-size.ts';

/** An amount over time as a line, and a quieter one to compare it with. A line ends where an amount is null. */
export function AmountLines(props: {
  /** What the chart shows. */
  label: string;
  points: readonly { at: string | number; amount: number | null; compared?: number }[];
  axes: Axes;
  /** Writes the values of a point, by its place. */
  of: (at: number) => Values | null;
}) {
  const { label, points, axes, of } = props;
  // On the first day there is only this point.
  const last = points.findLastIndex(({ amount }) => amount !== null);
  const isCompared = points.some(({ compared }) => compared !== undefined);
  const draw = (size: Size) => (
    <LineChart width={size.width} height={size.height} data={[...points]} title={label}>
      <AmountAxis {...axes} size={size} />
      <DayAxis {...axes} size={size} />
      <Later>
        <PointedValues of={of} />
        {isCompared && (
          <Line dataKey="compared" className="line-muted" strokeDasharray="4 3" dot={false} isAnimationActive={false} />
        )}
        <Line
          dataKey="amount"
          className="line-accent"
          strokeWidth={2}
          isAnimationActive={false}
          dot={({ key, index, cx, cy }) =>
            index === last ? <circle key={key} className="last-point" cx={cx} cy={cy} r={3} /> : <g key={key} />
          }
        />
      </Later>
    </LineChart>
  );
  return <ChartFrame draw={draw} />;
}
