/** Writes docs/benchmarks.md: the figures, with the machine, the day and the versions that they hold for. */
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
  const today = new Date().toISOString().slice(0, 10);
  return `# Benchmarks

\`npm run bench -- --write\` measured this on ${today} in ${minutes.toFixed(0)} minutes and wrote this page.

${machine()}

Everything ran in one session: real Chromium with a profile on disk, and the real embedded backend on loopback.

A figure is a median in milliseconds. Beside it stands the p95 of twenty or more repetitions, or the least and the most
of fewer. The second number of other engines is their time divided by Carryover's: above 1×, Carryover is ahead. Times
hold for this machine; ratios hold elsewhere too.

This is what each one does:

- **Carryover** stores the row on its page, keeps the month's totals right and queues the change, in one transaction.
- **RxDB** (free Dexie storage) stores a document and keeps a document of sums for each month, not in one transaction.
  Its replication finds changes by itself.
- **Actual** runs its own web engine, SQLite in a worker, with its change log.
- **Bare Dexie** and **memory** are floors: no totals, no queue.

The run checks that all give the same answers. "First asked" is a question that is new to the page. "After a change" is
the same question after one more edit; RxDB then answers from results that it keeps up to date in memory.

[benchmarks-notes.md](benchmarks-notes.md) says what is behind the figures, why a goal is missed, and what this run does
not measure.

Not run: Actual beyond 10,000 rows (filling it takes minutes), its import beyond 1,000, Actual's sync (its server must
be compiled), PowerSync, PGlite and TinyBase.

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
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    `- Machine: ${cpus().length} × ${first?.model.trim()}, ${memory} GiB, ${type()} ${release()}`,
    `- ${chromium.trim()}, Node ${process.versions.node}, Dexie ${own.dexie}`,
    `- RxDB ${peers.rxdb}, Actual ${peers['@actual-app/api']}`,
  ].join('\n');
}

function dependenciesOf(path: string): Record<string, string> {
  return v.parse(Package, JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))).dependencies;
}
