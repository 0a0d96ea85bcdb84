/**
 * `npm test`: everything that must hold, once, without retries. `npm run test:ci` goes on with what needs more than
 * npm: another locale, and every engine of this machine. Steps run one after the other, because each uses both cores.
 * The last lines name each failure of every step, so the end of a log is enough, and then comes the sum. A skipped test
 * shows nothing and counts as failed. So does a step that fails without naming a failure.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { BROUGHT_BY, findEngines } from '../browsers/engines/found.ts';
import { REPORT_FILE, TestReport } from './test-report.ts';

interface Step {
  name: string;
  command: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** The step's tests have a report. Without one, the step itself passes or fails. */
  reports: boolean;
}

const script = (name: string): Step => ({ name, command: 'npm', args: ['run', '--silent', name], reports: false });

const VITEST_REPORT = ['--reporter=default', '--reporter=./tests/support/vitest-report.ts'];
const PLAYWRIGHT_REPORT = '--reporter=list,./tests/support/playwright-report.ts';

/** The programs are in node_modules/.bin, which `npm run` puts on the path. */
const everywhere = (vitest: readonly string[]): Step[] => [
  script('typecheck'),
  script('lint'),
  script('build'),
  {
    name: 'vitest',
    command: 'vitest',
    args: ['run', ...vitest, ...VITEST_REPORT],
    reports: true,
  },
  {
    name: 'playwright',
    command: 'playwright',
    args: ['test', PLAYWRIGHT_REPORT],
    reports: true,
  },
];

const inCi: readonly Step[] = [
  {
    // Nothing may follow the locale or the time zone of the machine.
    name: 'unit tests elsewhere',
    command: 'vitest',
    args: ['run', '--project', 'unit', '--project', 'screens', ...VITEST_REPORT],
    env: { LANG: 'de_DE.UTF-8', TZ: 'Pacific/Auckland' },
    reports: true,
  },
  {
    name: 'browsers',
    command: 'playwright',
    args: ['test', '--config', 'tests/browsers/playwright.config.ts', PLAYWRIGHT_REPORT],
    reports: true,
  },
];

/** Resolves with null when it succeeds, or else with what to say about its failure. */
function run({ command, args, env: own }: Step, reportFile: string): Promise<string | null> {
  const env = { ...process.env, ...own, [REPORT_FILE]: reportFile };
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

const isCi = process.argv.includes('--ci');
// CI runs the tests of screens and single functions once: elsewhere.
const steps = isCi ? [...everywhere(['--project', '!screens', '--project', '!unit']), ...inCi] : everywhere([]);
const missing = isCi ? findEngines().missing : [];
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
// A green run must not be taken for one that has tried them.
if (missing.length > 0) console.log(`not tried: ${missing.map((name) => `${name} (${BROUGHT_BY[name]})`).join(', ')}`);
process.exitCode = total.failures.length > 0 || total.passed === 0 ? 1 : 0;
