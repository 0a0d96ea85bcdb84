/** Lives a history of each kind for many seeds, keeps those that go wrong, and sums up. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Failure, type Job, work } from './crew.ts';
import type { Kind } from './kind.ts';

interface Options {
  /** The file that each process runs; it serves these kinds. */
  program: string;
  kinds: readonly Pick<Kind, 'name' | 'every'>[];
  seeds: readonly number[];
  size: number;
  /** A process that says nothing for so many milliseconds hangs. */
  patience: number;
  /** Where the history of this job is kept if it is red. */
  fileOf(job: Job): string;
  print(line: string): void;
}

type Red = Job & Failure & { file: string | null };

/** The number of histories of each kind, and those that went wrong. */
export interface Outcome {
  lived: ReadonlyMap<string, number>;
  red: readonly Red[];
}

/** Resolves when every seed was tried. Red histories are printed and kept as they come. */
export async function soak({ kinds, seeds, fileOf, print, ...options }: Options): Promise<Outcome> {
  const lived = new Map(kinds.map(({ name }) => [name, 0]));
  const red: Red[] = [];
  const keep = (job: Job, history: string | null): string | null => {
    if (history === null) return null;
    const file = fileOf(job);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${history}\n`);
    return file;
  };
  const onEnd = (job: Job, failure: Failure | null) => {
    lived.set(job.kind, (lived.get(job.kind) ?? 0) + 1);
    if (!failure) return;
    red.push({ ...job, ...failure, file: keep(job, failure.history) });
    print(`\nred: ${job.kind}, seed ${job.seed}\n${failure.whole}`);
  };
  await work(jobsOf(kinds, seeds, print), { ...options, onEnd });
  return { lived, red };
}

/** The jobs of all seeds, in order. Says now and then how far it is. */
function* jobsOf(kinds: Options['kinds'], seeds: readonly number[], print: Options['print']): Generator<Job> {
  for (const [place, seed] of seeds.entries()) {
    if (place > 0 && place % 500 === 0) print(`${place} seeds`);
    for (const { name, every } of kinds) if (place % every === 0) yield { seed, kind: name };
  }
}

/** What the run ends with: each red history with its seed and what was wrong, and how many there were of each kind. */
export function summaryOf({ lived, red }: Outcome, minutes: number): string {
  const listed = red.map(({ seed, kind, said, history, file }) => {
    const kept = history === null ? 'no history was drawn' : `kept in ${file}`;
    return `red: ${kind}, seed ${seed} (${kept})\n    ${said.replaceAll('\n', '\n    ')}`;
  });
  const counted = [...lived].map(([name, number]) => {
    return `${name}: ${number} lived, ${red.filter(({ kind }) => kind === name).length} red`;
  });
  return [...listed, ...counted, `${red.length} red, in ${minutes.toFixed(1)} min`].join('\n');
}
