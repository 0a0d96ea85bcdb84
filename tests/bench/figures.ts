/**
 * The results of the workloads and how to show them: a table for each workload and size, with the ratio to Carryover
 * beside each figure.
 */
import { type Spread, spreadOf } from './statistics.ts';

export const WORKLOADS = ['B1', 'B2', 'B3', 'B4', 'B5', 'B6', 'B7', 'B8', 'B9', 'B10', 'B11', 'B12'] as const;
export type Workload = (typeof WORKLOADS)[number];

const TITLES: Record<Workload, string> = {
  B1: 'add one transaction',
  B2: 'edit, move, delete one',
  B3: 'newest rows, one month, a page far down',
  B4: 'filter and order',
  B5: 'balance and category totals',
  B6: 'a fresh device',
  B7: 'offline entries go up',
  B8: 'from device to device',
  B9: 'opening the app',
  B10: 'large intents',
  B11: 'a bank file is imported',
  B12: 'thousands of chosen rows',
};

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

  /** Markdown: one table for each workload and size. Rows are what was measured; columns are who was measured. */
  tables(): string {
    const parts: string[] = [];
    const place = ({ workload }: Figure) => WORKLOADS.indexOf(workload);
    const sorted = this.all.toSorted((a, b) => place(a) - place(b));
    for (const [workload, figures] of Map.groupBy(sorted, (one) => one.workload)) {
      parts.push(`### ${workload}: ${TITLES[workload]}`);
      for (const [size, some] of Map.groupBy(figures, (one) => one.size)) parts.push(table(size, some));
    }
    return parts.join('\n\n');
  }
}

function table(size: number, figures: readonly Figure[]): string {
  const who = [...new Set(figures.map((one) => one.who))].sort((a, b) => Number(b === OURS) - Number(a === OURS));
  const lines = [...Map.groupBy(figures, (one) => one.what)].map(([what, some]) => {
    const ours = some.find((one) => one.who === OURS);
    const cells = who.map((name) =>
      cell(
        some.find((one) => one.who === name),
        ours,
      ),
    );
    return `| ${what} | ${cells.join(' | ')} |`;
  });
  return [`| ${count(size)} rows | ${who.join(' | ')} |`, `|---|${who.map(() => '---:|').join('')}`, ...lines].join(
    '\n',
  );
}

/** `1.8 (1.6–2.4)`. Another engine's figure also has its multiple of Carryover's. */
function cell(figure: Figure | undefined, ours: Figure | undefined): string {
  if (!figure) return '–';
  const text = show(figure.unit, figure.spread);
  if (!ours || figure === ours) return text;
  return `${text} · ${ratio(figure.spread.median / ours.spread.median)}`;
}

function show(unit: Figure['unit'], { median, min, max, p95, runs }: Figure['spread']): string {
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
