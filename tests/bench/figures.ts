/** What the workloads measured, and how numbers are written. */
import { type Spread, spreadOf } from './statistics.ts';

export const WORKLOADS = [
  'B1',
  'B2',
  'B3',
  'B4',
  'B5',
  'B6',
  'B7',
  'B8',
  'B9',
  'B10',
  'B11',
  'B12',
  'B13',
  'B14',
] as const;
export type Workload = (typeof WORKLOADS)[number];

export const OURS = 'Carryover';

export interface Figure {
  workload: Workload;
  /** The number of rows in the ledger. */
  size: number;
  what: string;
  /** Carryover, a peer, or a floor. */
  who: string;
  unit: 'ms' | 'MB' | 'kB' | 'number';
  spread: Spread & { min: number; runs: number };
}

export class Figures {
  readonly all: Figure[] = [];

  add(figure: Omit<Figure, 'spread' | 'unit'> & { measured: readonly number[]; unit?: Figure['unit'] }): void {
    const { measured, unit = 'ms', ...rest } = figure;
    const spread = { ...spreadOf(measured), min: Math.min(...measured), runs: measured.length };
    this.all.push({ ...rest, unit, spread });
    console.log(`${rest.workload} ${count(rest.size)} ${rest.who}, ${rest.what}: ${show(unit, spread)}`);
  }

  /** The median; undefined if it was not measured. */
  median(workload: Workload, size: number, what: string, who: string = OURS): number | undefined {
    return this.#find(workload, size, what, who)?.spread.median;
  }

  p95(workload: Workload, size: number, what: string): number | undefined {
    return this.#find(workload, size, what, OURS)?.spread.p95;
  }

  #find(workload: Workload, size: number, what: string, who: string): Figure | undefined {
    return this.all.find(
      (one) => one.workload === workload && one.size === size && one.what === what && one.who === who,
    );
  }
}

/** `1.8 (1.6–2.4)`. */
export function show(unit: Figure['unit'], { median, min, max, p95, runs }: Figure['spread']): string {
  const suffix = unit === 'ms' || unit === 'number' ? '' : ` ${unit}`;
  if (runs === 1) return `${digits(median)}${suffix}`;
  const range = runs >= 20 ? `p95 ${digits(p95)}` : `${digits(min)}–${digits(max)}`;
  return `${digits(median)}${suffix} (${range})`;
}

export function ratio(value: number): string {
  return `${value >= 10 ? Math.round(value) : value.toFixed(value >= 1 ? 1 : 2)}×`;
}

export function digits(value: number): string {
  return value >= 100 ? Math.round(value).toString() : value.toFixed(value >= 10 ? 1 : 2);
}

export function count(size: number): string {
  return size.toString().replace(/\B(?=(\d{3})+$)/g, ',');
}
