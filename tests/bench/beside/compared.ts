/** The figures of two commits that were measured in turns, side by side. */
import { digits } from '../figures.ts';
import { spreadOf } from '../statistics.ts';

/** What was measured, with its unit → its median in each turn. */
export type Turns = Map<string, number[]>;

/** Adds what one turn printed: lines of `Figures.add` for Carryover, and of `npm run bench:server`. */
export function addTurn(turns: Turns, output: string): void {
  for (const line of output.split('\n')) {
    const ours = /^(B\d+ [\d,]+) Carryover, (.+): ([\d.]+)( MB| kB)?(?: \([^)]*\))?$/.exec(line);
    const served = /^(sync_.+): median (\d+) rows\/s/.exec(line);
    const [what, value] = ours
      ? [`${ours[1]} ${ours[2]}${ours[4] ?? ''}`, ours[3]]
      : [`${served?.[1]}, rows/s`, served?.[2]];
    if (value !== undefined) turns.set(what, [...(turns.get(what) ?? []), Number(value)]);
  }
}

/** Markdown. A ratio is today's figure divided by the other one's: the middle of the turns, the least and the most. */
export function comparison(commit: string, other: Turns, today: Turns): string {
  const lines = [...today].map(([what, ours]) => {
    const theirs = other.get(what);
    if (!theirs) return `| ${what} | – | ${spread(ours)} | ${commit} does not measure it |`;
    const ratios = ours.map((one, turn) => one / (theirs[turn] ?? Number.NaN));
    const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
    return `| ${what} | ${spread(theirs)} | ${spread(ours)} | ${spreadOf(ratios).median.toFixed(2)}× (${range}) |`;
  });
  return [`| | ${commit} | today | today / ${commit} |`, '|---|---:|---:|---:|', ...lines].join('\n');
}

function spread(values: readonly number[]): string {
  const { median, max } = spreadOf(values);
  return values.length === 1 ? digits(median) : `${digits(median)} (${digits(Math.min(...values))}–${digits(max)})`;
}
