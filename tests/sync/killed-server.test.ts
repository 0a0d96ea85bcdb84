/** The backend runs in its own process and is killed again and again while four devices write to it. */
import { rm } from 'node:fs/promises';
import { createClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Environment, type Remote, startSync, supabaseRemote } from '#sync';
import { whenOutboxChanges } from '../../sync/outbox-changes.ts';
import { makeInstall, type SpawnedBackend, spawnBackend } from '../support/backend.ts';
import { change, enter, idOf, makeAccount } from './support/people.ts';
import { type Person, SimulatedDevice } from './support/simulated-device.ts';

const KILLS = 8;
/** At most so many pushes begin between two kills. */
const PUSHES = 6;
/** Entries that a device makes while it waits for a response. */
const AT_ONCE = 3;
const HOME = idOf(990_001);

let dataDir: string;
let backend: SpawnedBackend;
beforeEach(async () => {
  dataDir = await makeInstall();
  backend = await spawnBackend({ dataDir });
});
afterEach(async () => {
  await backend.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** An event that comes again and again, and those who wait for it. */
class Bell {
  #waiting: (() => void)[] = [];
  ring(): void {
    for (const go of this.#waiting.splice(0)) go();
  }
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** The environment of a page, in Node. `online` fires when the server is back. */
function environmentOf(online: Set<() => void>, failures: unknown[]): Environment {
  const after = (delay: number, run: () => void) => {
    const timer = setTimeout(run, delay);
    return () => clearTimeout(timer);
  };
  return {
    now: Date.now,
    random: Math.random,
    after,
    whenIdle: after,
    exclusively: (run) => run(),
    whenReachable(report) {
      online.add(report);
      return () => online.delete(report);
    },
    report: (failure) => failures.push(failure),
  };
}

async function signUp(name: string) {
  const client = createClient(backend.url, backend.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const email = `${name}@example.org`;
  const password = 'correct horse battery';
  const { data, error } = await client.auth.signUp({ email, password });
  if (error) throw error;
  if (data.user === null) throw new Error(`${email} was not signed up`);
  return { client, person: { userId: data.user.id, userEmail: email } };
}

/** A device that enters and corrects without a pause while it pushes, until it is told to stop. */
function busyDevice(person: Person, remote: Remote, number: number, pushed: Bell, online: Set<() => void>) {
  const device = new SimulatedDevice(person, Date.now);
  const failures: unknown[] = [];
  const amounts = new Map<string, number>();
  const acknowledged = new Set<string>();
  const answered = new Bell();
  const noting: Remote = {
    ...remote,
    async push(userId, mutations) {
      pushed.ring();
      try {
        const answer = await remote.push(userId, mutations);
        for (const { id, status } of answer.verdicts) if (status === 'applied') acknowledged.add(id);
        return answer;
      } finally {
        answered.ring();
      }
    },
  };
  /** Corrects every third entry at once. */
  async function makeEntry(entry: number): Promise<void> {
    const date = `2026-0${(entry % 9) + 1}-01`;
    const insert = enter(number * 100_000 + entry, { accountId: HOME, amount: entry, date });
    const { id } = insert.row;
    await device.commit([insert]);
    amounts.set(id, entry);
    const row = (await device.rows(`account:${HOME}`)).find((one) => one.id === id);
    if (!row || entry % AT_ONCE > 0) return;
    await device.commit([change(row, { amount: entry + 1000, type: 'expense' })], [row]);
    amounts.set(id, entry + 1000);
  }
  let isBusy = true;
  const sync = startSync({ database: device.db, remote: noting, environment: environmentOf(online, failures) });
  const writing = (async () => {
    for (let batch = 1; isBusy; batch++) {
      // This comes before the entries, so that at least one push comes after it.
      const next = answered.next();
      for (let more = 0; more < AT_ONCE; more++) await makeEntry(batch * AT_ONCE + more);
      await (batch % 3 === 0 ? outboxEmpty(device) : next);
    }
  })();
  return {
    device,
    remote,
    amounts,
    acknowledged,
    failures,
    async rest() {
      isBusy = false;
      await writing;
    },
    stop: () => sync.stop(),
  };
}

/** This is no liveQuery: its cache goes by names, and two devices of one person use the same database name here. */
async function outboxEmpty({ db }: SimulatedDevice): Promise<void> {
  const changed = new Bell();
  const stop = whenOutboxChanges(db, () => changed.ring());
  for (;;) {
    const change = changed.next();
    if ((await db.outbox.count()) === 0) break;
    await change;
  }
  stop();
}

it(`[G1, G2, G3, G7] a server killed ${KILLS} times keeps each acknowledged mutation exactly once`, async () => {
  const [ada, ben] = [await signUp('ada'), await signUp('ben')];
  const first = supabaseRemote(ada.client);
  await first.push(ada.person.userId, [
    { id: idOf(990_002), editedAt: new Date().toISOString(), operations: [makeAccount(HOME, ada.person)] },
  ]);
  const setUp = backend.connect();
  await setUp`insert into public.memberships (account_id, target, user_id, email, role)
    values (${HOME}, 'account', ${ben.person.userId}, ${ben.person.userEmail}, 'admin')`;
  await setUp.end();

  const pushed = new Bell();
  const online = new Set<() => void>();
  const devices = [];
  for (const [number, { client, person }] of [ada, ben, ada, ben].entries()) {
    const remote = supabaseRemote(client);
    const replica = new SimulatedDevice(person, Date.now);
    await replica.sync(remote);
    devices.push(busyDevice(person, remote, number + 1, pushed, online));
  }

  for (let kill = 0; kill < KILLS; kill++) {
    const wait = 1 + Math.floor(Math.random() * PUSHES);
    for (let push = 0; push < wait; push++) await pushed.next();
    await backend.kill();
    const known = devices.flatMap(({ device, acknowledged }) =>
      [...acknowledged].map((id) => `${device.person.userId} ${id}`),
    );
    backend = await spawnBackend({ dataDir, port: backend.port });
    const sql = backend.connect();
    const kept = await sql<{ key: string }[]>`select user_id || ' ' || mutation_id as key from private.mutation_ledger`;
    await sql.end();
    expect(kept.map((row) => row.key)).toEqual(expect.arrayContaining(known));
    for (const report of online) report();
  }
  await Promise.all(devices.map((one) => one.rest()));
  await Promise.all(devices.map(({ device }) => outboxEmpty(device)));

  const expected = new Map(devices.flatMap(({ amounts }) => [...amounts]));
  const sql = backend.connect();
  const rows = await sql<{ id: string; cents: number }[]>`
    select transaction_id as id, (amount * 100)::int as cents from public.transactions`;
  expect(new Map(rows.map(({ id, cents }) => [id, cents]))).toEqual(expected);
  expect(rows).toHaveLength(expected.size);
  const total = -[...expected.values()].reduce((sum, cents) => sum + cents, 0);
  const [account] = await sql`select (balance * 100)::int as balance from public.accounts`;
  expect(account).toEqual({ balance: total });
  await sql.end();
  for (const { device, remote, stop, failures, acknowledged } of devices) {
    await device.sync(remote);
    expect(await device.balance(`account:${HOME}`)).toBe(total);
    expect(acknowledged.size).toBeGreaterThan(0);
    expect(failures).toEqual([]);
    stop();
  }
  await Promise.all([ada, ben].map(({ client }) => client.removeAllChannels()));
}, 600_000);
