/**
 * `npm test`: everything that must hold, once, without retries. Steps run one after the other, because each uses both
 * cores. The last lines name each failure of every step, so the end of a log is enough, and then comes the sum. A
 * skipped test shows nothing and counts as failed. So does a step that fails without naming a failure.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { REPORT_FILE, TestReport } from './test-report.ts';

interface Step {
  name: string;
  command: string;
  args: readonly string[];
  /** The step's tests have a report. Without one, the step itself passes or fails. */
  reports: boolean;
}

const script = (name: string): Step => ({ name, command: 'npm', args: ['run', '--silent', name], reports: false });

/** The programs are in node_modules/.bin, which `npm run` puts on the path. */
const steps: readonly Step[] = [
  script('typecheck'),
  script('lint'),
  script('build'),
  {
    name: 'vitest',
    command: 'vitest',
    args: ['run', '--reporter=default', '--reporter=./tests/support/vitest-report.ts'],
    reports: true,
  },
  {
    name: 'playwright',
    command: 'playwright',
    args: ['test', '--reporter=list,./tests/support/playwright-report.ts'],
    reports: true,
  },
];

/** Resolves with null when it succeeds, or else with what to say about its failure. */
function run({ command, args }: Step, reportFile: string): Promise<string | null> {
  const env = { ...process.env, [REPORT_FILE]: reportFile };
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code === 0 ? null : `ended with ${signal ?? `code ${code}`}`));
  });
}

/** Null when the step died before it wrote its report. */
async function readReport(file: string): Promise<TestReport | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : v.parse(TestReport, JSON.parse(text));
}

async function perform(step: Step, folder: string): Promise<TestReport> {
  console.log(`\n── ${step.name}`);
  const reportFile = join(folder, `${step.name}.json`);
  const failure = await run(step, reportFile);
  const report = step.reports ? await readReport(reportFile) : { passed: failure === null ? 1 : 0, failures: [] };
  const { passed, failures } = report ?? { passed: 0, failures: [{ name: 'the step itself', message: 'no report' }] };
  if (failure !== null && failures.length === 0) failures.push({ name: 'the step itself', message: failure });
  return { passed, failures: failures.map(({ name, message }) => ({ name: `${step.name}: ${name}`, message })) };
}

const started = performance.now();
const minutes = (since: number) => `${((performance.now() - since) / 60_000).toFixed(1)} min`;
const folder = await mkdtemp(join(tmpdir(), 'carryover-test-'));
const total: TestReport = { passed: 0, failures: [] };
try {
  for (const step of steps) {
    const begun = performance.now();
    const { passed, failures } = await perform(step, folder);
    console.log(`${step.name}: ${passed} passed, ${failures.length} failed, in ${minutes(begun)}`);
    total.passed += passed;
    total.failures.push(...failures);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
if (total.failures.length > 0) console.log('\n── failures');
for (const { name, message } of total.failures) console.log(`${name}\n    ${message.replaceAll('\n', '\n    ')}`);
console.log(`\nin ${minutes(started)}\n${total.passed} passed, ${total.failures.length} failed`);
process.exitCode = total.failures.length > 0 || total.passed === 0 ? 1 : 0;
