/**
 * `npm run test:soak -- [seeds]` (1000 by default) draws so many new seeds and lives random histories with them. Each
 * seed lives one of each kind in memory, and each tenth one also a history of running engines and one on both servers.
 * A red one is kept in tests/sync/regressions, and the run goes on. At the end all are listed. With any, it ends
 * with 1.
 */
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { KINDS } from './kinds.ts';
import { soak, summaryOf } from './soak.ts';

const REGRESSIONS = join(import.meta.dirname, '../sync/regressions');
const count = Number(process.argv[2] ?? 1000);
if (!Number.isSafeInteger(count) || count < 1) throw new Error('the number of seeds is a whole number from 1 on');

const started = performance.now();
const outcome = await soak({
  program: join(import.meta.dirname, 'worker.ts'),
  kinds: KINDS,
  seeds: Array.from({ length: count }, () => randomInt(1_000_000_000)),
  size: availableParallelism(),
  patience: 120_000,
  fileOf({ seed, kind }) {
    const folder = kind === 'histories-running' ? join(REGRESSIONS, 'running') : REGRESSIONS;
    return relative('.', join(folder, `seed-${seed}-${kind}.json`));
  },
  print: console.log,
});
console.log(`\n${count} seeds\n${summaryOf(outcome, (performance.now() - started) / 60_000)}`);
process.exitCode = outcome.red.length > 0 ? 1 : 0;
