export interface Spread {
  median: number;
  p95: number;
  max: number;
}

/** Statistics of at least one measurement, in the measured unit. */
export function spreadOf(measurements: readonly number[]): Spread {
  const sorted = measurements.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95), max: at(1) };
}

export const inMilliseconds = ({ median, p95, max }: Spread): string =>
  `median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, max ${max.toFixed(1)} ms`;
