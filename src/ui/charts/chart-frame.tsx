import { chakra } from '@chakra-ui/react';
import { type ReactNode, useMemo } from 'react';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { useInTurn } from './in-turn.ts';
import { type Size, useSize } from './use-size.ts';

/** What a chart draws: its tokens, the same on the screen and on paper. */
type Ink = 'income' | 'expense' | 'accent' | 'fg' | 'fg.muted';

const Frame = chakra('div', {
  base: {
    position: 'relative',
    height: { base: '12rem', md: '15rem' },
    // A chart is as wide as its frame was. It does not keep the frame from becoming narrower.
    contain: 'inline-size',
    fontSize: 'xs',
    fontVariantNumeric: 'tabular-nums',
    '& .recharts-surface': { overflow: 'visible' },
    '& .recharts-surface:focus-visible': {
      outline: '2px solid',
      outlineColor: 'accent',
      outlineOffset: '2px',
      borderRadius: 'sm',
    },
    '& .recharts-cartesian-axis-tick-value': { fill: 'fg.muted' },
    '& .recharts-cartesian-grid line': { stroke: 'line' },
    '& .recharts-reference-line line': { stroke: 'line.control' },
    '& .recharts-tooltip-cursor': { fill: 'sunken', stroke: 'line.control', strokeWidth: '0' },
    '& .recharts-line .recharts-tooltip-cursor': { strokeWidth: '1' },
    '& .bar-income path': { fill: 'income' },
    '& .bar-expense path': { fill: 'expense' },
    '& .line-fg path': { stroke: 'fg' },
    '& .line-accent path': { stroke: 'accent' },
    '& .last-point': { fill: 'accent' },
    '& .line-muted path': { stroke: 'fg.muted' },
    '& .recharts-active-dot circle': { fill: 'fg', stroke: 'surface' },
    _print: {
      breakInside: 'avoid',
      '& *': { printColorAdjust: 'exact' },
      // Drawn for the screen; paper has another width.
      '& .recharts-wrapper, & .recharts-surface': { width: '100% !important', height: '100% !important' },
    },
  },
});

/**
 * A chart with axes fills it. Its colours are tokens, so it follows the theme. It keeps the place until the chart is
 * drawn, in its turn and in its size. It has the words that are read out when the arrow keys reach a point.
 */
export function ChartFrame({ draw }: { draw?: (size: Size) => ReactNode }) {
  const [frame, size] = useSize<HTMLDivElement>();
  const chart = useInTurn(useMemo(() => (size && draw ? draw(size) : null), [size, draw]));
  return (
    <Frame ref={frame} data-chart>
      {chart}
      <VisuallyHidden role="status" data-read-out />
    </Frame>
  );
}

/** What the colours of a chart stand for. */
export function Keys({ children }: { children: ReactNode }) {
  return (
    <chakra.div aria-hidden display="flex" flexWrap="wrap" columnGap="4" color="fg.muted" fontSize="xs" mb="3">
      {children}
    </chakra.div>
  );
}

export function Key({ ink, isLine = false, children }: { ink: Ink; isLine?: boolean; children: string }) {
  const size = isLine ? { width: '3', height: '0.5' } : { width: '2.5', height: '2.5', borderRadius: 'sm' };
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5">
      <chakra.span bg={ink} {...size} css={{ printColorAdjust: 'exact' }} />
      {children}
    </chakra.span>
  );
}
