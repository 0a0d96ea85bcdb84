/**
 * `npm run bench:load`: where the embedded backend saturates. Two devices a person, of which one enters transactions and the other waits for
 * them, at more and more edits a second; then one edit in an account that 100 and 1,000 people share. Devices and server share
 * this machine, so what it says of the server is a lower bound. Not part of `npm test`.
 */
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { makeDataDir, type SpawnedBackend, spawnBackend } from '../support/backend.ts';
import { LoadDevice } from './load-device.ts';
import { makePeople, shareAccount } from './load-people.ts';
import { inMilliseconds, spreadOf } from './statistics.ts';

const SECONDS = 10;
const PEOPLE = [10, 100, 300];
/** Edits a second of everybody together. */
const RATES = [10, 50, 100, 200, 400];
/** Later than this is not "at once" any more; the next rates are not tried. */
const SATURATED_MS = 1_000;

/** At even distances, whether or not the ones before have arrived: people do not wait for the server. */
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
  await shareAccount(sql, people);
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

const dataDir = await makeDataDir();
try {
  const backend = await spawnBackend({ dataDir });
  const sql = backend.connect();
  try {
    for (const count of PEOPLE) await measurePairs(backend, sql, count);
    for (const count of [100, 1_000]) await measureFanOut(backend, sql, count);
  } finally {
    await sql.end();
    await backend.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
