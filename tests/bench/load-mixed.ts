/**
 * `npm run bench:load mixed [minutes]`: 200 people live ten minutes with a server that is attacked all the time, by
 * small requests which cost much. After a third of the time the server is killed, after two thirds its database. At the
 * end, every row that the server took must be on the server and on each device, and nothing else.
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
  try {
    const { people, attackers } = await settle(server.backend);
    const times = new LoadTimes();
    const members = membersOf(server.backend, people, times.note);
    try {
      await live(server, { members, attackers, minutes });
      times.print();
      console.log(`memory at most ${server.memory} MB`);
      const lost = await differencesOf(server.backend, members);
      return [...attackGoals({ heads: times.spread('sync_heads'), memory: server.memory }), ...lost];
    } finally {
      for (const member of members) member.disconnect();
    }
  } finally {
    await server.stop();
  }
}

type Life = { members: LoadMember[]; attackers: LoadPerson[]; minutes: number };

/** All live at once. In the meantime the server, then its database, is killed. Nothing goes on afterwards. */
async function live(server: MeasuredServer, { members, attackers, minutes }: Life): Promise<void> {
  for (const member of members) await member.connect();
  const third = (minutes * 60_000) / 3;
  const end = performance.now() + 3 * third;
  const over = new AbortController();
  const { signal } = over;
  const readable = members[0]?.writer.person.accountId ?? '';
  const besieged = (async () => {
    for (const what of ['the server', 'its database', null] as const) {
      const attacks = new Attackers(server.backend, attackers, readable);
      await delay(third, undefined, { signal }).finally(() => attacks.end());
      if (what === null) return;
      const ms = await server.kill(what);
      console.log(`${what} was killed, and the server answered again after ${ms.toFixed(0)} ms`);
    }
  })();
  try {
    const lives = members.map((member) => member.live(end));
    await Promise.race([server.failure, Promise.all([besieged, ...lives])]);
  } finally {
    over.abort();
    // What it was doing ends, so that no server is started after the last one was stopped.
    await besieged.catch(() => {});
  }
}

/** The program of `npm start`, and the most memory that it had. */
class MeasuredServer {
  backend: SpawnedBackend;
  memory = 0;
  /** Rejects when the server ends by itself. */
  readonly failure: Promise<never>;
  readonly #fail: (reason: Error) => void;
  #isUp = true;
  readonly #watch = setInterval(() => {
    if (this.#isUp) this.memory = Math.max(this.memory, residentMegabytes(this.backend.process.pid ?? 0));
  }, 1000);

  static async start(dataDir: string): Promise<MeasuredServer> {
    return new MeasuredServer(await spawnInstall(dataDir));
  }

  private constructor(backend: SpawnedBackend) {
    this.backend = backend;
    const { promise, reject } = Promise.withResolvers<never>();
    this.failure = promise;
    this.#fail = reject;
    this.#guard();
  }

  #guard(): void {
    const { process: program, output } = this.backend;
    program.once('exit', () => {
      if (!this.#isUp) return;
      this.#isUp = false;
      this.#fail(new Error(`The server ended by itself: ${output().slice(-4000)}`));
    });
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
    this.#guard();
    return performance.now() - start;
  }

  async stop(): Promise<void> {
    clearInterval(this.#watch);
    this.#isUp = false;
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
  readonly #running = new Set<ChildProcess>();
  #isOver = false;

  constructor(backend: SpawnedBackend, attackers: LoadPerson[], readable: string) {
    for (const [n, name] of SMALL_ATTACKS.entries()) {
      const aim = { attackers: attackers.slice(n, n + 1), network: `127.1.${n}`, readable };
      this.#start(() => startAttack(name, backend, aim));
    }
  }

  async end(): Promise<void> {
    this.#isOver = true;
    const ended = [...this.#running].map((attack) => once(attack, 'exit'));
    for (const attack of this.#running) attack.kill('SIGKILL');
    await Promise.all(ended);
  }

  #start(begin: () => ChildProcess): void {
    const attack = begin();
    if (attack.pid !== undefined) setPriority(attack.pid, constants.priority.PRIORITY_LOW);
    this.#running.add(attack);
    attack.once('exit', () => {
      this.#running.delete(attack);
      if (!this.#isOver) setTimeout(() => this.#isOver || this.#start(begin), 1000);
    });
  }
}
