/**
 * Measures another commit and today's code in turns (other, today, other, today …), because a machine's speed changes
 * from minute to minute. Each commit runs its own bench code in its own checkout.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addTurn, comparison, type Turns } from './compared.ts';
import { installPackages, today, withCheckout } from './other-checkout.ts';

/** What to measure in turns, from the command line. */
export type Beside = { commit: string; only: string[]; rounds: number; rest: string[] };

/** Reads `--beside <commit> [--only <workload>] [--rounds <n>]`; null without a commit. `rest`: sizes, for instance. */
export function besideOf(args: readonly string[]): Beside | null {
  const [rest, only]: string[][] = [[], []];
  let commit: string | undefined;
  let rounds = 3;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const value = args[at + 1] ?? '';
    if (!['--beside', '--only', '--rounds'].includes(arg)) {
      rest?.push(arg);
      continue;
    }
    at++;
    if (arg === '--beside') commit = value;
    else if (arg === '--only') only?.push(value);
    else rounds = Number(value);
  }
  return commit === undefined ? null : { commit, only: only ?? [], rounds, rest: rest ?? [] };
}

/**
 * How a workload is run, below a checkout: `B7` by `npm run bench`, `server` by `npm run bench:server`, and a file of
 * tests/bench/workloads by itself, if its functions `measure…` need nothing but figures (`pushed-deeds`). Undefined
 * where the checkout does not have it.
 */
export function commandOf(folder: string, workload: string, rest: readonly string[]): string[] | undefined {
  const file = (name: string) => join(folder, 'tests/bench', name);
  if (workload === 'server') return existsSync(file('server.ts')) ? [file('server.ts'), ...rest] : undefined;
  if (/^B\d+$/.test(workload)) {
    const isKnown = readFileSync(file('figures.ts'), 'utf8').includes(`'${workload}'`);
    return isKnown ? [file('run.ts'), workload, ...rest] : undefined;
  }
  if (!existsSync(file(`workloads/${workload}.ts`))) return undefined;
  return ['--input-type=module', '--eval', ALONE, file('figures.ts'), file(`workloads/${workload}.ts`)];
}

const ALONE = `
  const [figures, workload] = await Promise.all(process.argv.slice(1).map((file) => import(file)));
  const measures = Object.entries(workload).filter(([name, value]) => name.startsWith('measure') && value.length === 1);
  if (measures.length === 0) throw new Error('The file has no workload that needs nothing but figures.');
  for (const [, measure] of measures) await measure(new figures.Figures());
`;

export async function measureBeside({ commit, only, rounds, rest }: Beside): Promise<void> {
  await withCheckout(commit, async (folder) => {
    const unknown = only.filter((workload) => !commandOf(today, workload, rest));
    if (unknown.length > 0) throw new Error(`There is no workload ${unknown.join(', ')}.`);
    const lacking = only.filter((workload) => !commandOf(folder, workload, rest));
    if (lacking.length > 0) console.log(`${commit} has no workload ${lacking.join(', ')}.`);
    if (lacking.length < only.length) installPackages(folder);
    for (const workload of only) {
      const [theirs, ours] = [folder, today].map((place) => commandOf(place, workload, rest));
      if (!theirs || !ours) continue;
      const turns: [Turns, Turns] = [new Map(), new Map()];
      for (let round = 1; round <= rounds; round++) {
        console.log(`\n${workload}, round ${round} of ${rounds}: ${commit}`);
        addTurn(turns[0], await output(theirs, folder));
        console.log(`\n${workload}, round ${round} of ${rounds}: today`);
        addTurn(turns[1], await output(ours, today));
      }
      console.log(`\n${comparison(commit, ...turns)}\n`);
    }
  });
}

/** Runs a program of the checkout and returns what it prints, which is shown meanwhile, too. */
async function output(command: readonly string[], cwd: string): Promise<string> {
  const child = spawn(process.execPath, command, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    process.stdout.write(chunk);
  });
  const [code]: unknown[] = await once(child, 'close');
  if (code !== 0) throw new Error(`The benchmark in ${cwd} ended with code ${code}.`);
  return text;
}
