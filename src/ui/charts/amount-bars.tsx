import { Bar, ComposedChart, Line } from 'recharts';
import { AmountAxis, type Axes, DayAxis } from './axes.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { Later } from './in-turn.ts';
import { PointedValues, type Values } from './pointed-values.tsx';
import type { Size } from './use-size.ts';

/** Only the upper corners of a bar are round: it stands on zero. */
const TOP: [number, number, number, number] = [3, 3, 0, 0];

/** What came in and went out at each point as two bars, and what is left as a line, where that is known. */
export function AmountBars(props: {
  /** What the chart shows. */
  label: string;
  points: readonly { at: string; income: number; expense: number; net: number | null }[];
  axes: Axes;
  /** Writes the values of a point, by its place. */
  of: (at: number) => Values | null;
}) {
  const { label, points, axes, of } = props;
  const hasLine = points.some(({ net }) => net !== null);
  const draw = (size: Size) => (
    <ComposedChart
      width={size.width}
      height={size.height}
      data={[...points]}
      title={label}
      barGap={1}
      barCategoryGap="12%"
    >
      <AmountAxis {...axes} size={size} />
      <DayAxis {...axes} size={size} />
      <Later>
        <PointedValues of={of} />
        <Bar dataKey="income" className="bar-income" maxBarSize={20} radius={TOP} isAnimationActive={false} />
        <Bar dataKey="expense" className="bar-expense" maxBarSize={20} radius={TOP} isAnimationActive={false} />
        {hasLine && <Line dataKey="net" className="line-fg" strokeWidth={2} dot={false} isAnimationActive={false} />}
      </Later>
    </ComposedChart>
  );
  return <ChartFrame draw={draw} />;
}
