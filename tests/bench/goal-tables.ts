/** The tables of goals: each one, or one line for all of a kind. */
import * as v from 'valibot';
import { digits, ratio } from './figures.ts';

export const GoalResult = v.object({
  what: v.string(),
  /** Goals of one kind have one bound, and may stand in one line. */
  kind: v.optional(v.string()),
  limit: v.number(),
  unit: v.picklist(['ms', 'MB', 'kB', '×']),
  value: v.number(),
});
export type GoalResult = v.InferOutput<typeof GoalResult>;

const HEAD = ['| goal | bound | measured | met |', '|---|---:|---:|---|'];

/** Markdown: a line for each goal. */
export function goalTable(results: readonly GoalResult[]): string {
  return [...HEAD, ...results.map((one) => line(one.what, [one]))].join('\n');
}

/** Markdown: a line for each kind of goals, with their number, and the least and the most that was measured. */
export function kindTable(results: readonly GoalResult[]): string {
  const kinds = Map.groupBy(results, ({ kind, what }) => kind ?? what);
  const lines = [...kinds].map(([kind, some]) => line(some.length > 1 ? `${kind} (${some.length})` : kind, some));
  return [...HEAD, ...lines].join('\n');
}

export function isMet({ value, limit }: GoalResult): boolean {
  return value <= limit;
}

function line(what: string, results: readonly GoalResult[]): string {
  const sorted = results.toSorted((a, b) => a.value - b.value);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (!least || !most) return '';
  const { limit, unit } = least;
  const [gap, suffix] = unit === '×' ? ['', '×'] : [' ', ` ${unit}`];
  const number = (value: number) => (unit === '×' ? ratio(value).slice(0, -1) : digits(value));
  const range = least === most ? number(most.value) : `${number(least.value)}–${number(most.value)}`;
  const met = results.filter(isMet).length;
  const verdict = met === results.length ? 'yes' : results.length === 1 ? '**no**' : `**${met} of ${results.length}**`;
  return `| ${what} | ≤ ${Number(limit.toFixed(2))}${gap}${unit} | ${range}${suffix} | ${verdict} |`;
}
