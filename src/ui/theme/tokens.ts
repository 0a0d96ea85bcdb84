import { palette } from './palette.ts';

/** Spacing and sizes share one scale: `4` is 1rem. */
const scale = Object.fromEntries(
  [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24].map((step) => [
    String(step),
    { value: `${step / 4}rem` },
  ]),
);

type Token = { value: string };

/** `fg` and `fg.muted` become `{ fg: { DEFAULT, muted } }`, as Chakra wants its token names. */
const colors: Record<string, Record<string, Token>> = {};
for (const [name, [light, dark]] of Object.entries(palette)) {
  const [group = name, member = 'DEFAULT'] = name.split('.');
  colors[group] = { ...colors[group], [member]: { value: `light-dark(${light}, ${dark})` } };
}

export const tokens = {
  colors,
  spacing: scale,
  sizes: {
    ...scale,
    full: { value: '100%' },
    page: { value: '72rem' },
    form: { value: '26rem' },
    side: { value: '260px' },
  },
  fonts: {
    body: { value: "'Inter Variable', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" },
    heading: { value: "'Inter Variable', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" },
  },
  /** Four sizes for reading and one for the numbers that matter. */
  fontSizes: {
    xs: { value: '0.75rem' },
    sm: { value: '0.875rem' },
    md: { value: '1rem' },
    lg: { value: '1.25rem' },
    figure: { value: '1.75rem' },
  },
  fontWeights: { normal: { value: 400 }, medium: { value: 500 }, semibold: { value: 600 } },
  lineHeights: { tight: { value: 1.2 }, short: { value: 1.4 }, normal: { value: 1.5 } },
  letterSpacings: { tight: { value: '-0.012em' }, figure: { value: '-0.022em' } },
  radii: {
    sm: { value: '6px' },
    md: { value: '8px' },
    lg: { value: '12px' },
    xl: { value: '16px' },
    full: { value: '999px' },
  },
  shadows: {
    card: { value: '0 1px 2px light-dark(#0f17140d, #00000040)' },
    float: { value: '0 2px 6px light-dark(#0f171414, #00000059), 0 12px 32px light-dark(#0f17141f, #00000080)' },
  },
  durations: { fast: { value: '120ms' }, moderate: { value: '180ms' } },
  zIndex: { header: { value: 20 }, bar: { value: 30 }, toast: { value: 60 } },
};
