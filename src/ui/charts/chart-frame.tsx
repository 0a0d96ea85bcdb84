import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { VisuallyHidden } from '../visually-hidden.tsx';

/** What a chart draws: its tokens, the same on the screen and on paper. */
type Ink = 'income' | 'expense' | 'accent' | 'fg' | 'fg.muted';

const Frame = chakra('div', {
  base: {
    position: 'relative',
    height: { base: '12rem', md: '15rem' },
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
 * A chart with axes fills it. Its colours are tokens, so it follows the theme. Empty, it keeps the place of a chart. It
 * has the words that are read out when the arrow keys reach a point.
 */
export function ChartFrame({ children }: { children?: ReactNode }) {
  return (
    <Frame data-chart>
      {children}
      <VisuallyHidden role="status" data-read-out />
    </Frame>
  );
}

/** The size of a chart in its frame. */
export const FILLING = { width: '100%', height: '100%' };

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
