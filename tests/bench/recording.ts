/** What a run of the benchmarks measured, as tests/bench/recorded.json keeps it. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { ShownFigure } from './figure-tables.ts';
import { GoalResult } from './goal-tables.ts';

const Recording = v.object({
  /** `2026-11-24`. */
  day: v.string(),
  minutes: v.number(),
  /** A line each: the machine, and the versions of what ran on it. */
  machine: v.array(v.string()),
  /** The number of rows at which the goals hold. */
  size: v.number(),
  goals: v.array(GoalResult),
  figures: v.array(ShownFigure),
});
export type Recording = v.InferOutput<typeof Recording>;

const file = new URL('recorded.json', import.meta.url);

export function readRecording(): Recording {
  return v.parse(Recording, JSON.parse(readFileSync(file, 'utf8')));
}

/** A line for each goal and each figure, so that two runs can be compared. */
export async function writeRecording({ goals, figures, ...run }: Recording): Promise<void> {
  const lines = (all: readonly object[]) => `[\n${all.map((one) => `    ${JSON.stringify(one)}`).join(',\n')}\n  ]`;
  const head = Object.entries(run).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  await writeFile(file, `{\n${head.join('')}  "goals": ${lines(goals)},\n  "figures": ${lines(figures)}\n}\n`);
}
