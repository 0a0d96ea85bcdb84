/** docs/benchmarks.md: the figures with the machine, the day and the versions that they hold for. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import * as v from 'valibot';
import { chromiumOptions } from '../support/chromium.ts';
import { count, type Figures } from './figures.ts';
import { goalsTable } from './goals.ts';

const Package = v.object({ dependencies: v.record(v.string(), v.string()) });

export function resultsPage(figures: Figures, sizes: readonly number[], minutes: number): string {
  const largest = Math.max(...sizes);
  return `# Benchmarks

Measured on ${new Date().toISOString().slice(0, 10)} in ${minutes.toFixed(0)} minutes by \`npm run bench -- --write\`, which writes this page.

${machine()}

Everything ran in one session: real Chromium with a profile on disk, the real embedded backend on loopback. A figure is a median in
milliseconds, beside it p95 of twenty and more repetitions, or the least and the most of fewer. Beside another's figure stands how many
times Carryover's it is; above 1× Carryover is ahead. Times hold for this machine, ratios elsewhere too.

What each does: Carryover stores the row on its page, keeps the month's totals right and queues the change, in one transaction.
RxDB (free Dexie storage) stores a document and keeps a document of sums a month, not in one transaction; its replication finds
changes by itself. Actual runs its own web engine, SQLite in a worker, with its change log. Bare Dexie and memory are floors: no totals, no
queue. All give the same answers, which the run compares. "First asked" is a question new to the page; "after a change" the same one again
after one more edit, where RxDB answers from results that it keeps in step in memory.

What is behind the figures, why a goal is missed, and what this run does not measure: [benchmarks-notes.md](benchmarks-notes.md).

Not run: Actual beyond 10,000 rows (filling it takes minutes) and Actual's sync (its server has to be compiled); PowerSync, PGlite and TinyBase.

## Goals at ${count(largest)} rows

${goalsTable(figures, largest)}

## Figures

${figures.tables()}
`;
}

function machine(): string {
  const [first] = cpus();
  const own = dependenciesOf('../../package.json');
  const peers = dependenciesOf('./peers/package.json');
  const chromium = execFileSync(chromiumOptions().executablePath ?? 'chromium', ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, ...chromiumOptions().env },
  });
  return [
    `- Machine: ${cpus().length} × ${first?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}`,
    `- ${chromium.trim()}, Node ${process.versions.node}, Dexie ${own.dexie}`,
    `- RxDB ${peers.rxdb}, Actual ${peers['@actual-app/api']}`,
  ].join('\n');
}

function dependenciesOf(path: string): Record<string, string> {
  return v.parse(Package, JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))).dependencies;
}
