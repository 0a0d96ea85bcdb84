/**
 * `npm run test:mutation [part of a guard's name]` removes one guard after the other in a copy of the sources, and says
 * whether the guard's test fails. Ends with 1 if a test passes without its guard, or fails with it. `HISTORIES=150`
 * plays fewer than 1000 histories. All of them take hours: `FROM=120` goes on with the 120th of them.
 */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';

const root = join(import.meta.dirname, '../..');
/** Folders that programs make, or that are not ours. Everything that begins with a dot is left out, too. */
const NOT_SOURCES = new Set(['node_modules', 'dist', 'test-results', 'docs', 'public', 'data']);
/** The number of copies that work in parallel. */
const WORKERS = 2;

const Report = v.object({
  testResults: v.array(v.object({ assertionResults: v.array(v.object({ fullName: v.string(), status: v.string() })) })),
});

async function copySources(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carryover-mutation-'));
  for (const name of await readdir(root)) {
    if (NOT_SOURCES.has(name) || name.startsWith('.')) continue;
    await cp(join(root, name), join(folder, name), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function run(folder: string, args: string[]): Promise<void> {
  const env = { ...process.env, HISTORIES: process.env.HISTORIES ?? '1000' };
  return new Promise((resolve, reject) => {
    const child = spawn('vitest', args, { cwd: folder, env, stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
}

/** `passed`, `failed`, or `missing` if no test of that name finished. */
async function outcomeOf(folder: string, [file, name]: Mutant['test']): Promise<'passed' | 'failed' | 'missing'> {
  const report = join(folder, 'report.json');
  await rm(report, { force: true });
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  await run(folder, ['run', file, '--testNamePattern', pattern, '--reporter=json', `--outputFile=${report}`]);
  const text = await readFile(report, 'utf8').catch(() => '{"testResults":[]}');
  const { testResults } = v.parse(v.pipe(v.string(), v.parseJson(), Report), text);
  const named = testResults.flatMap((one) => one.assertionResults).filter((one) => one.fullName.includes(name));
  const statuses = new Set(named.map((one) => one.status));
  if (statuses.has('failed')) return 'failed';
  return statuses.has('passed') ? 'passed' : 'missing';
}

/** What each test says of the whole sources. Many guards have the same one. */
const wholes = new Map<string, ReturnType<typeof outcomeOf>>();

function wholeOf(folder: string, test: Mutant['test']): ReturnType<typeof outcomeOf> {
  const name = test.join(', ');
  const whole = wholes.get(name) ?? outcomeOf(folder, test);
  wholes.set(name, whole);
  return whole;
}

/** Null if the guard's test fails without it and passes with it; else what is wrong. */
async function tryMutant(folder: string, { also, test, ...guard }: Mutant): Promise<string | null> {
  const whole = await wholeOf(folder, test);
  if (whole !== 'passed') return `its test ${whole} with it: ${test.join(', ')}`;
  const [sources, without] = [new Map<string, string>(), new Map<string, string>()];
  for (const { file, find, replace } of also ? [guard, also] : [guard]) {
    const source = sources.get(file) ?? (await readFile(join(folder, file), 'utf8'));
    const places = source.split(find).length - 1;
    if (places !== 1) return `its text stands ${places} times in ${file}`;
    sources.set(file, source);
    const before = without.get(file) ?? source;
    without.set(
      file,
      before.replace(find, () => replace),
    );
  }
  for (const [file, source] of without) await writeFile(join(folder, file), source);
  const outcome = await outcomeOf(folder, test);
  for (const [file, source] of sources) await writeFile(join(folder, file), source);
  return outcome === 'failed' ? null : `its test ${outcome} without it: ${test.join(', ')}`;
}

const chosen = mutants.filter((mutant) => mutant.guard.includes(process.argv[2] ?? ''));
/** With the number that each has among the chosen. */
const waiting = [...chosen.entries()].slice(Number(process.env.FROM ?? 1) - 1);
const tried = waiting.length;
let survivors = 0;

async function work(): Promise<void> {
  const folder = await copySources();
  try {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, mutant] = next;
      const problem = await tryMutant(folder, mutant);
      if (problem !== null) survivors += 1;
      const outcome = problem === null ? 'killed   ' : 'SURVIVED ';
      console.log(`${at + 1} ${outcome} ${mutant.guard}${problem ? `\n          ${problem}` : ''}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await Promise.all(Array.from({ length: WORKERS }, work));
console.log(`\n${tried - survivors} guards have a test that fails without them, ${survivors} have not`);
process.exitCode = survivors > 0 || tried === 0 ? 1 : 0;
