/**
 * `npm test`: everything that must hold, once, without retries. Each step uses both cores by itself, so they come one after the other.
 * The last line is the sum over all of them. A skipped test has shown nothing and counts as failed; so does a step that ends badly
 * without naming a failed test.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';

interface Tally {
  passed: number;
  failed: number;
}

interface Step {
  name: string;
  command: string;
  args: readonly string[];
  /** What the step's JSON report says. Without one the step itself passes or fails. */
  report?: { file: string; schema: v.GenericSchema<unknown, Tally> };
}

const VitestReport = v.pipe(
  v.object({ numPassedTests: v.number(), numTotalTests: v.number() }),
  v.transform(({ numPassedTests: passed, numTotalTests: total }): Tally => ({ passed, failed: total - passed })),
);

const PlaywrightReport = v.pipe(
  v.object({
    stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  }),
  v.transform(
    ({ stats }): Tally => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }),
  ),
);

const script = (name: string): Step => ({ name, command: 'npm', args: ['run', '--silent', name] });

/** The reports go to `folder`. The programs are those of node_modules/.bin, which `npm run` puts on the path. */
const stepsOf = (folder: string): readonly Step[] => [
  script('typecheck'),
  script('lint'),
  script('build'),
  {
    name: 'vitest',
    command: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, 'vitest.json')}`],
    report: { file: join(folder, 'vitest.json'), schema: VitestReport },
  },
  {
    name: 'playwright',
    command: 'playwright',
    args: ['test', '--reporter=list,json'],
    report: { file: join(folder, 'playwright.json'), schema: PlaywrightReport },
  },
];

function succeeds({ command, args, report }: Step): Promise<boolean> {
  const env = report ? { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report.file } : process.env;
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** What the report tells; nothing passed when the step died before it wrote one. */
async function readReport({ file, schema }: NonNullable<Step['report']>): Promise<Tally> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? { passed: 0, failed: 0 } : v.parse(schema, JSON.parse(text));
}

async function perform(step: Step): Promise<Tally> {
  console.log(`\n── ${step.name}`);
  const succeeded = await succeeds(step);
  const { passed, failed } = step.report ? await readReport(step.report) : { passed: succeeded ? 1 : 0, failed: 0 };
  return { passed, failed: succeeded ? failed : Math.max(failed, 1) };
}

const folder = await mkdtemp(join(tmpdir(), 'carryover-test-'));
const total: Tally = { passed: 0, failed: 0 };
try {
  for (const step of stepsOf(folder)) {
    const { passed, failed } = await perform(step);
    console.log(`${step.name}: ${passed} passed, ${failed} failed`);
    total.passed += passed;
    total.failed += failed;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
