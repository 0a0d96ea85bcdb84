/** Prints docs/benchmarks.md from a recording: the goals, and how many times as long others take. */
import type { ShownFigure } from './figure-tables.ts';
import { count, OURS, type Workload } from './figures.ts';
import { isMet, kindTable } from './goal-tables.ts';
import type { Recording } from './recording.ts';

/** What is compared with other engines: `[workload, what]`. */
const COMPARED: readonly (readonly [Workload, string])[] = [
  ['B1', 'add'],
  ['B2', 'edit'],
  ['B2', 'delete'],
  ['B3', 'newest 100, first asked'],
  ['B3', 'newest 100, after a change'],
  ['B3', 'page far down'],
  ['B4', 'filter'],
  ['B4', 'sort by description, first asked'],
  ['B5', 'balance, after a change'],
  ['B5', 'categories of a year, after a change'],
  ['B6', 'rows at hand, written to the device'],
  ['B6', 'whole history'],
  ['B7', 'entries pushed'],
  ['B11', '1,000 rows matched and written, offline'],
];

const PEERS = ['RxDB', 'Actual'];

export function resultsPage({ day, minutes, machine, size, goals, figures }: Recording): string {
  return `# Benchmarks

\`npm run bench -- --write\` measured this on ${day} in ${minutes.toFixed(0)} minutes and printed this page.
\`npm run bench:recorded\` prints all figures of that run.

${machine.map((line) => `- ${line}`).join('\n')}

Everything ran in one session: real Chromium with a profile on disk, and the real embedded backend on loopback. Times
hold for this machine; ratios hold elsewhere too. [The notes](benchmarks-notes.md) say why a goal is missed, where
others are ahead, and what this run does not measure.

## Goals at ${count(size)} rows

${goals.filter(isMet).length} of ${goals.length} are met. A number in parentheses says how many goals a line stands for.

${kindTable(goals)}

## Beside other engines

A ratio is an engine's time divided by Carryover's: above 1×, Carryover is ahead. Each stands at the most rows that the
engine was measured with. A time is a median. Beside it stands the p95 of twenty or more repetitions, or the least and
the most of fewer.

- **Carryover** stores the row on its page, keeps the month's totals right and queues the change, in one transaction.
- **RxDB** (free Dexie storage) stores a document and keeps a document of sums for each month, not in one transaction.
  Its replication finds changes by itself.
- **Actual** runs its own web engine, SQLite in a worker, with its change log.

The run checks that all give the same answers. “First asked” is a question that is new to the page. “After a change” is
the same question after one more edit; RxDB then answers from results that it keeps up to date in memory.

${ratios(figures)}

Not run: Actual beyond 10,000 rows (filling it takes minutes), its import beyond 1,000, Actual's sync (its server must
be compiled), PowerSync, PGlite and TinyBase.
`;
}

function ratios(figures: readonly ShownFigure[]): string {
  const lines = COMPARED.map(([workload, what]) => {
    const of = (who: string) =>
      figures
        .filter((one) => one.workload === workload && one.what === what && one.who === who)
        .reduce<ShownFigure | undefined>((last, one) => (last && last.size > one.size ? last : one), undefined);
    const at = (text: string | undefined, one: ShownFigure | undefined) =>
      text === undefined || !one ? '–' : `${text} at ${count(one.size)}`;
    const ours = of(OURS);
    const cells = [at(ours?.shown, ours), ...PEERS.map((peer) => at(of(peer)?.ratio, of(peer)))];
    return `| ${what} | ${cells.join(' | ')} |`;
  });
  return [`| | ${OURS}, ms | ${PEERS.join(' | ')} |`, '|---|---:|---:|---:|', ...lines].join('\n');
}
