import { Bar, ComposedChart, Line } from 'recharts';
import { AmountAxis, type Axes, DayAxis } from './axes.tsx';
import { ChartFrame, FILLING } from './chart-frame.tsx';
import { PointedValues, type Values } from './pointed-values.tsx';

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
  return (
    <ChartFrame>
      <ComposedChart responsive data={[...points]} title={label} style={FILLING} barGap={1} barCategoryGap="12%">
        <AmountAxis {...axes} />
        <DayAxis {...axes} />
        <PointedValues of={of} />
        <Bar dataKey="income" className="bar-income" maxBarSize={20} radius={TOP} isAnimationActive={false} />
        <Bar dataKey="expense" className="bar-expense" maxBarSize={20} radius={TOP} isAnimationActive={false} />
        {hasLine && <Line dataKey="net" className="line-fg" strokeWidth={2} dot={false} isAnimationActive={false} />}
      </ComposedChart>
    </ChartFrame>
  );
}
