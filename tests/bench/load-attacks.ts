/**
 * What others notice while somebody asks too much: the times of health and `sync_heads`, and the memory of the process.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { SpawnedBackend } from '../support/backend.ts';
import { attackGoals } from './goals.ts';
import { seedLedger } from './ledger-seed.ts';
import { READING_ATTACKS } from './load-attacks-reading.ts';
import { WRITING_ATTACKS } from './load-attacks-writing.ts';
import { type LoadPerson, makePeople, shareAccount } from './load-people.ts';
import { type Spread, spreadOf } from './statistics.ts';

export const ATTACKS = [
  'bodies without a key',
  'wrong passwords from many networks',
  'millions of JSON keys',
  'deep JSON',
  'pushes of 20,000 patches',
  'the largest pushes that are taken',
  'the largest bodies that are taken',
  'pulls of everything that nobody reads',
  'bodies that trickle',
  'sockets from one address',
  'messages and joins on sockets',
  ...WRITING_ATTACKS,
  ...READING_ATTACKS,
] as const;
export type AttackName = (typeof ATTACKS)[number];

/** Those whose requests are small and cost much. */
export const SMALL_ATTACKS = [
  'wrong passwords from many networks',
  ...WRITING_ATTACKS,
  'columns and tables many times',
  'nested brackets',
  'tables of empty lines',
  'kinds of table changes',
] as const satisfies readonly AttackName[];

const SECONDS = 10;
const ATTACKERS = 12;
const ROWS = 20_000;

/** Milliseconds, and the most megabytes. */
type Noticed = { health: Spread; heads: Spread; memory: number };

/**
 * Runs each attack whose name contains `part` against a server process of its own, then all of them against one. Prints
 * what an honest user notices. `restart` ends the server, if there is one, and starts another on the same data.
 * Resolves with the missed goals.
 */
export async function measureAttacks(restart: () => Promise<SpawnedBackend>, part: string): Promise<string[]> {
  const first = await restart();
  const people = await seed(first);
  const names = ATTACKS.filter((one) => one.includes(part));
  print('nobody', await watch(first, people.victim));
  const missed: string[] = [];
  const measure = async (backend: SpawnedBackend, name: AttackName, where: string) => {
    const noticed = await underAttack(backend, people, name);
    print(name, noticed);
    missed.push(...attackGoals(noticed).map((goal) => `${name}${where}: ${goal}`));
  };
  for (const name of names) await measure(await restart(), name, '');
  if (names.length === 1) return missed;
  console.log('One after the other, against one process:');
  const last = await restart();
  for (const name of names) {
    await measure(last, name, ', after the others');
    await delay(2000);
  }
  return missed;
}

type People = { victim: LoadPerson; attackers: LoadPerson[] };

async function seed(backend: SpawnedBackend): Promise<People> {
  const sql = backend.connect();
  const [victim, ...attackers] = await makePeople(sql, backend.dataDir, ATTACKERS + 1);
  if (!victim) throw new Error('nobody is there');
  for (const { accountId } of attackers) await seedLedger(sql, accountId, ROWS);
  await shareAccount(sql, [victim, ...attackers], 'viewer');
  await sql.end();
  return { victim, attackers };
}

async function underAttack(backend: SpawnedBackend, { victim, attackers }: People, name: AttackName): Promise<Noticed> {
  const attacker = startAttack(name, backend, { attackers, network: '127.0.7', readable: victim.accountId });
  await delay(1500);
  try {
    return await watch(backend, victim);
  } catch (error) {
    throw new Error(`The backend does not answer: ${backend.output().slice(-4000)}`, { cause: error });
  } finally {
    attacker.kill('SIGKILL');
    await once(attacker, 'exit');
  }
}

function print(name: string, { health, heads, memory }: Noticed): void {
  const times = [health, heads].map(
    ({ median, p95, max }) => `${median.toFixed(0)}, ${p95.toFixed(0)}, ${max.toFixed(0)} ms`,
  );
  console.log(`| ${name} | ${times.join(' | ')} | ${memory} MB |`);
}

type Aim = {
  attackers: LoadPerson[];
  /** The first three bytes of their addresses. */
  network: string;
  /** An account that they may only read. */
  readable: string;
};

/** Runs until it is ended. */
export function startAttack(name: AttackName, { port, anonKey: key }: SpawnedBackend, aim: Aim): ChildProcess {
  const { attackers: people, network, readable } = aim;
  const program = fileURLToPath(new URL('load-attacker.ts', import.meta.url));
  const target = JSON.stringify({ port, key, network, readable, people });
  return spawn(process.execPath, [program, name, target], { stdio: 'inherit' });
}

async function watch(backend: SpawnedBackend, victim: LoadPerson): Promise<Noticed> {
  const base = `http://127.0.0.1:${backend.port}`;
  const headers = {
    apikey: backend.anonKey,
    authorization: `Bearer ${victim.token}`,
    'content-type': 'application/json',
  };
  const [health, heads]: [number[], number[]] = [[], []];
  let memory = 0;
  const end = performance.now() + SECONDS * 1000;
  while (performance.now() < end) {
    await Promise.all([
      timed(health, () => fetch(`${base}/healthz`)),
      timed(heads, () => fetch(`${base}/rest/v1/rpc/sync_heads`, { method: 'POST', headers, body: '{}' })),
    ]);
    memory = Math.max(memory, residentMegabytes(backend.process.pid ?? 0));
    await delay(20);
  }
  return { health: spreadOf(health), heads: spreadOf(heads), memory };
}

async function timed(into: number[], ask: () => Promise<Response>): Promise<void> {
  const start = performance.now();
  const answer = await ask();
  await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.url} answers ${answer.status}`);
  into.push(performance.now() - start);
}

export function residentMegabytes(pid: number): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024);
}
