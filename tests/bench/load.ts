/**
 * `npm run bench:load` finds where the embedded backend saturates. Each person has two devices: one enters
 * transactions, the other waits for them, at rising edit rates. Then it makes one edit in an account that 100 and 1,000
 * people share. Devices and server share this machine, so the results are a lower bound for the server.
 *
 * Then it measures what others notice while somebody asks too much: each attack against a process of its own, then all
 * against one. `npm run bench:load attacks [part of a name]` does that alone.
 *
 * Then 200 people live ten minutes among attackers, while the server is killed twice (load-mixed.ts).
 * `npm run bench:load mixed [minutes]` does that alone. It ends with 1 if a goal of these two is missed. Not part of
 * `npm test`.
 */
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { makeDataDir, type SpawnedBackend, spawnBackend } from '../support/backend.ts';
import { measureAttacks } from './load-attacks.ts';
import { LoadDevice } from './load-device.ts';
import { measureMixed } from './load-mixed.ts';
import { makePeople, shareAccount } from './load-people.ts';
import { spawnInstall } from './spawn-install.ts';
import { inMilliseconds, spreadOf } from './statistics.ts';

const SECONDS = 10;
const PEOPLE = [10, 100, 300];
/** Edits a second of all people together. */
const RATES = [10, 50, 100, 200, 400];
/** A delay above this is not "at once" any more. Higher rates are then not tried. */
const SATURATED_MS = 1_000;

/**
 * Edits come at even intervals, whether or not earlier ones have arrived, because people do not wait for the server.
 */
async function offer(
  rate: number,
  edit: (n: number) => Promise<number>,
): Promise<{ latencies: number[]; took: number }> {
  const start = performance.now();
  const edits: Promise<number>[] = [];
  for (let n = 0; n < rate * SECONDS; n++) {
    await delay(Math.max(0, start + (n * 1000) / rate - performance.now()));
    edits.push(edit(n));
  }
  const latencies = await Promise.all(edits);
  return { latencies, took: (performance.now() - start) / 1000 };
}

async function measurePairs(backend: SpawnedBackend, sql: Sql, count: number): Promise<void> {
  const people = await makePeople(sql, backend.dataDir, count);
  const pairs = people.map((person) => ({ writer: deviceOf(backend, person), reader: deviceOf(backend, person) }));
  const devices = pairs.flatMap(({ writer, reader }) => [writer, reader]);
  for (const device of devices) await device.connect();
  for (const rate of RATES) {
    const { latencies, took } = await offer(rate, async (n) => {
      const pair = pairs[n % pairs.length];
      if (!pair) throw new Error('nobody is there');
      const id = crypto.randomUUID();
      const start = performance.now();
      const seen = pair.reader.sees(id);
      await pair.writer.enter(id, pair.writer.person.accountId);
      return (await seen) - start;
    });
    const spread = spreadOf(latencies);
    const reached = Math.round(latencies.length / took);
    console.log(`${devices.length} devices, ${rate} edits/s: ${reached}/s, device to device ${inMilliseconds(spread)}`);
    if (spread.p95 > SATURATED_MS) break;
  }
  for (const device of devices) device.disconnect();
}

/** From one edit to the last person's hint, and to the last one's pull. */
async function measureFanOut(backend: SpawnedBackend, sql: Sql, count: number): Promise<void> {
  const people = await makePeople(sql, backend.dataDir, count + 1);
  await shareAccount(sql, people, 'viewer');
  const [owner, ...members] = people.map((person) => deviceOf(backend, person));
  if (!owner) throw new Error('nobody is there');
  let hints: number[] = [];
  for (const member of members) await member.connect(() => hints.push(performance.now()));
  const rounds: { hinted: number; pulled: number }[] = [];
  for (let n = 0; n < 5; n++) {
    hints = [];
    const id = crypto.randomUUID();
    const seen = Promise.all(members.map((member) => member.sees(id)));
    const start = performance.now();
    await owner.enter(id, owner.person.accountId);
    const pulled = Math.max(...(await seen)) - start;
    rounds.push({ hinted: Math.max(...hints) - start, pulled });
  }
  const hinted = inMilliseconds(spreadOf(rounds.map((round) => round.hinted)));
  const pulled = inMilliseconds(spreadOf(rounds.map((round) => round.pulled)));
  console.log(`${count} people share an account: last hint ${hinted}; last one has pulled ${pulled}`);
  for (const member of members) member.disconnect();
}

const deviceOf = ({ url, anonKey }: SpawnedBackend, person: LoadDevice['person']) =>
  new LoadDevice(url, anonKey, person);

async function withDataDir(measure: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await makeDataDir();
  try {
    await measure(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** All devices share an address here, which is not what is measured, so one may have a hundred times as much. */
async function measureDevices(dataDir: string): Promise<void> {
  const backend = await spawnBackend({ dataDir, env: { AUTH_LIMIT_FACTOR: '100' } });
  const sql = backend.connect();
  try {
    for (const count of PEOPLE) await measurePairs(backend, sql, count);
    for (const count of [100, 1_000]) await measureFanOut(backend, sql, count);
  } finally {
    await sql.end();
    await backend.stop();
  }
}

async function measureAttackers(dataDir: string, part: string): Promise<string[]> {
  const running: SpawnedBackend[] = [];
  const end = async () => {
    for (const backend of running.splice(0)) await backend.stop();
  };
  const restart = async () => {
    await end();
    const backend = await spawnInstall(dataDir);
    running.push(backend);
    return backend;
  };
  try {
    return await measureAttacks(restart, part);
  } finally {
    await end();
  }
}

function report(missed: readonly string[]): void {
  for (const goal of missed) console.log(`missed: ${goal}`);
  if (missed.length > 0) process.exitCode = 1;
}

const [part, more] = process.argv.slice(2);
if (part === undefined) await withDataDir(measureDevices);
if (part !== 'mixed') await withDataDir(async (dataDir) => report(await measureAttackers(dataDir, more ?? '')));
if (part !== 'attacks') await withDataDir(async (dataDir) => report(await measureMixed(dataDir, Number(more ?? 10))));
