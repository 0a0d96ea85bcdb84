/**
 * `npm run bench:load mixed [minutes]`: 200 people live ten minutes with a server that strangers ask for little which
 * costs much, in seven ways at once. After a third of the time the server is killed, after two thirds its database. At
 * the end, every row that the server took must be on the server and on each device, and nothing else.
 *
 * Attackers work on this machine, which real ones do not. So they have the lowest priority.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { clusterOf } from '../../supabase/embedded/postgres/postgres.ts';
import type { SpawnedBackend } from '../support/backend.ts';
import { attackGoals } from './goals.ts';
import { seedLedger } from './ledger-seed.ts';
import { residentMegabytes, SMALL_ATTACKS, startAttack } from './load-attacks.ts';
import { LoadMember, type Note } from './load-member.ts';
import { givePassword, type LoadPerson, makePeople, shareAccount } from './load-people.ts';
import { differencesOf } from './load-taken.ts';
import { LoadTimes } from './load-times.ts';
import { comeFromOwnAddresses } from './own-addresses.ts';
import { spawnInstall } from './spawn-install.ts';

const PEOPLE = 200;
const ROWS_OF_AN_ATTACKER = 20_000;
const PASSWORD = 'correct horse battery';

/** Prints what the people noticed. Resolves with the missed goals and what is lost. */
export async function measureMixed(dataDir: string, minutes: number): Promise<string[]> {
  comeFromOwnAddresses();
  const server = await MeasuredServer.start(dataDir);
  const { people, attackers } = await settle(server.backend);
  const times = new LoadTimes();
  const members = membersOf(server.backend, people, times.note);
  const attacks = new Attackers(() => server.backend, attackers, people[0]?.accountId ?? '');
  const over = new AbortController();
  try {
    for (const member of members) await member.connect();
    const third = (minutes * 60_000) / 3;
    const end = performance.now() + 3 * third;
    await Promise.all([
      ...members.map((member) => member.live(end)),
      killTwice(server, attacks, () => delay(third, undefined, { signal: over.signal })),
    ]);
    await attacks.end();
    times.print();
    console.log(`memory at most ${server.memory} MB`);
    const lost = await differencesOf(server.backend, members);
    return [...attackGoals({ heads: times.spread('sync_heads'), memory: server.memory }), ...lost];
  } finally {
    over.abort();
    await attacks.end();
    for (const member of members) member.disconnect();
    await server.stop();
  }
}

/** Attackers are there before, between and after. */
async function killTwice(server: MeasuredServer, attacks: Attackers, pause: () => Promise<unknown>): Promise<void> {
  attacks.begin();
  for (const what of ['the server', 'its database'] as const) {
    await pause();
    await attacks.end();
    const ms = await server.kill(what);
    console.log(`${what} was killed, and the server answered again after ${ms.toFixed(0)} ms`);
    attacks.begin();
  }
}

/** The program of `npm start`, and the most memory that it had. */
class MeasuredServer {
  backend: SpawnedBackend;
  memory = 0;
  #isUp = true;
  readonly #watch = setInterval(() => {
    if (this.#isUp) this.memory = Math.max(this.memory, residentMegabytes(this.backend.process.pid ?? 0));
  }, 1000);

  static async start(dataDir: string): Promise<MeasuredServer> {
    return new MeasuredServer(await spawnInstall(dataDir));
  }

  private constructor(backend: SpawnedBackend) {
    this.backend = backend;
  }

  /** Ends it, and starts it again as an operator's supervisor does. Resolves with the milliseconds until it answers. */
  async kill(what: 'the server' | 'its database'): Promise<number> {
    const { dataDir, port, process: program } = this.backend;
    const start = performance.now();
    this.#isUp = false;
    if (what === 'the server') {
      await this.backend.kill();
    } else {
      const [postmaster] = (await readFile(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(postmaster), 'SIGKILL');
      await once(program, 'close');
    }
    this.backend = await spawnInstall(dataDir, port);
    this.#isUp = true;
    return performance.now() - start;
  }

  async stop(): Promise<void> {
    clearInterval(this.#watch);
    await this.backend.stop();
  }
}

type Settled = { people: LoadPerson[]; attackers: LoadPerson[] };

/** Each two people share the account of the first. Each attacker may read the account of the first person of all. */
async function settle(backend: SpawnedBackend): Promise<Settled> {
  const sql = backend.connect();
  const people = await makePeople(sql, backend.dataDir, PEOPLE);
  const attackers = await makePeople(sql, backend.dataDir, SMALL_ATTACKS.length);
  for (const { accountId } of attackers) await seedLedger(sql, accountId, ROWS_OF_AN_ATTACKER);
  const email = 'first@example.org';
  const { error } = await createClient(backend.url, backend.anonKey).auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  await givePassword(sql, people, email);
  for (const pair of pairsOf(people)) await shareAccount(sql, pair, 'member');
  await shareAccount(sql, [...people.slice(0, 1), ...attackers], 'viewer');
  await sql.end();
  return { people, attackers };
}

const pairsOf = (people: readonly LoadPerson[]) =>
  people.flatMap((_, n) => (n % 2 === 0 ? [people.slice(n, n + 2)] : []));

function membersOf(backend: SpawnedBackend, people: LoadPerson[], note: Note): LoadMember[] {
  return people.map((person, n) => {
    const shared = people[n - (n % 2)]?.accountId ?? '';
    const accounts = [...new Set([person.accountId, shared])];
    const url = `http://127.0.${16 + (n >> 7)}.${1 + (n & 127)}:${backend.port}`;
    return new LoadMember({ url, anonKey: backend.anonKey }, { person, password: PASSWORD, accounts, note });
  });
}

/** These attacks all at once. One that ends by itself, as when the server closes on it, begins again. */
class Attackers {
  readonly #backend: () => SpawnedBackend;
  readonly #people: LoadPerson[];
  readonly #readable: string;
  readonly #running = new Set<ChildProcess>();
  #isOver = true;

  constructor(backend: () => SpawnedBackend, people: LoadPerson[], readable: string) {
    this.#backend = backend;
    this.#people = people;
    this.#readable = readable;
  }

  begin(): void {
    this.#isOver = false;
    for (const [n, name] of SMALL_ATTACKS.entries()) {
      const aim = { attackers: this.#people.slice(n, n + 1), network: `127.1.${n}`, readable: this.#readable };
      this.#start(() => startAttack(name, this.#backend(), aim));
    }
  }

  async end(): Promise<void> {
    this.#isOver = true;
    const ended = [...this.#running].map((attack) => once(attack, 'exit'));
    for (const attack of this.#running) attack.kill('SIGKILL');
    await Promise.all(ended);
  }

  #start(start: () => ChildProcess): void {
    const attack = start();
    if (attack.pid !== undefined) setPriority(attack.pid, constants.priority.PRIORITY_LOW);
    this.#running.add(attack);
    attack.once('exit', () => {
      this.#running.delete(attack);
      if (!this.#isOver) setTimeout(() => this.#isOver || this.#start(start), 1000);
    });
  }
}
