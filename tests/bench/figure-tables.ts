/**
 * The tables of figures: one for each workload and size, with the ratio to Carryover beside each figure of another
 * engine.
 */
import * as v from 'valibot';
import { count, type Figure, type Figures, OURS, ratio, show, WORKLOADS, type Workload } from './figures.ts';

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
  B13: 'what schedules missed is added',
  B14: 'a slow processor',
};

export const ShownFigure = v.object({
  workload: v.picklist(WORKLOADS),
  /** The number of rows in the ledger. */
  size: v.number(),
  what: v.string(),
  /** Carryover, a peer, or a floor. */
  who: v.string(),
  /** The median with its spread, in milliseconds unless it says otherwise. */
  shown: v.string(),
  /** Of others: their median divided by Carryover's. */
  ratio: v.optional(v.string()),
});
export type ShownFigure = v.InferOutput<typeof ShownFigure>;

/** Workload by workload, as measured. */
export function shownFigures(figures: Figures): ShownFigure[] {
  const place = ({ workload }: Figure) => WORKLOADS.indexOf(workload);
  const sorted = figures.all.toSorted((a, b) => place(a) - place(b));
  return sorted.map(({ workload, size, what, who, unit, spread }) => {
    const shown = { workload, size, what, who, shown: show(unit, spread) };
    const ours = who === OURS ? undefined : figures.median(workload, size, what);
    return ours === undefined ? shown : { ...shown, ratio: ratio(spread.median / ours) };
  });
}

/** Markdown. Rows are what was measured; columns are who was measured. */
export function figureTables(all: readonly ShownFigure[]): string {
  const parts: string[] = [];
  for (const [workload, figures] of Map.groupBy(all, (one) => one.workload)) {
    parts.push(`### ${workload}: ${TITLES[workload]}`);
    for (const [size, some] of Map.groupBy(figures, (one) => one.size)) parts.push(table(size, some));
  }
  return parts.join('\n\n');
}

function table(size: number, figures: readonly ShownFigure[]): string {
  const who = [...new Set(figures.map((one) => one.who))].sort((a, b) => Number(b === OURS) - Number(a === OURS));
  const lines = [...Map.groupBy(figures, (one) => one.what)].map(([what, some]) => {
    const cells = who.map((name) => cell(some.find((one) => one.who === name)));
    return `| ${what} | ${cells.join(' | ')} |`;
  });
  return [`| ${count(size)} rows | ${who.join(' | ')} |`, `|---|${who.map(() => '---:|').join('')}`, ...lines].join(
    '\n',
  );
}

function cell(figure: ShownFigure | undefined): string {
  if (!figure) return '–';
  return figure.ratio === undefined ? figure.shown : `${figure.shown} · ${figure.ratio}`;
}
