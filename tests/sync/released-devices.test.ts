/**
 * Devices of earlier releases, opened and drained by today's app. What the release itself showed, and what its own
 * drain left on its server, was written down when the release was recorded.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Dexie } from 'dexie';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import { retryEntry, retryLost } from '#store/commands/entries/entry-retry';
import { countWaiting, entriesToSettle } from '#store/outbox/outbox';
import { takeRows } from '../../supabase/embedded/backup/take-rows.ts';
import { migrate } from '../../supabase/embedded/postgres/migrate.ts';
import type { Remote } from '../../sync/remote.ts';
import { startDatabase, type TestDatabase } from '../support/backend.ts';
import { goOnInHistory, writeMigrations } from '../support/released-data.ts';
import { dumpOf } from './support/device-dump.ts';
import { shownBy } from './support/device-shown.ts';
import { FakeServer } from './support/fake-server.ts';
import { ANNA, enter, HOME, makeAccount } from './support/people.ts';
import {
  backupOfServer,
  drainedByRelease,
  openInTodaysApp,
  type ReleasedDevice,
  type ReleasedServer,
  releasedDevices,
  releasedServers,
  stateOfRelease,
} from './support/released-devices.ts';
import { SimulatedDevice } from './support/simulated-device.ts';
import { sqlRemote } from './support/simulation/real-server.ts';

/** Today's server on the release's data. */
interface Server {
  as(user: { userId: string; userEmail: string }): Promise<Remote>;
  /** All transactions, without versions. */
  rows(): Promise<{ id: string }[]>;
  stop(): Promise<void>;
}

const Rows = v.array(v.looseObject({ id: v.string(), version: v.number() }));

/** Fields that came after the release hold their defaults. */
function comparable(rows: unknown): { id: string }[] {
  const byId = v.parse(Rows, rows).sort((a, b) => a.id.localeCompare(b.id));
  return byId.map(({ version, ...row }) => ({ ...TRANSACTION_DEFAULTS, ...row }));
}

async function onPostgres(released: ReleasedServer): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'carryover-'));
  const migrations = await writeMigrations(released.release, join(folder, 'migrations'));
  const database: TestDatabase = await startDatabase({ migrations });
  await rm(folder, { recursive: true });
  const { sql } = database;
  await takeRows(sql, backupOfServer(released));
  await goOnInHistory(sql);
  await migrate(sql);
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    // The fixture grows old, its invitations do not.
    await transaction`update public.invitations set expires_at = now() + interval '14 days' where status = 'pending'`;
  });
  // One connection a person: PostgreSQL has a limit.
  const remotes = new Map<string, Remote>();
  return {
    async as({ userId, userEmail }) {
      const remote = remotes.get(userId) ?? sqlRemote(await database.connectAs(userId, userEmail));
      remotes.set(userId, remote);
      return remote;
    },
    async rows() {
      const [row] = await sql`select json_agg(private.to_client(t)) as rows from public.transactions t`;
      return comparable(row?.rows);
    },
    stop: () => database.stop(),
  };
}

async function inMemory(): Promise<Server> {
  const fake = new FakeServer();
  fake.state = stateOfRelease();
  const expiresAt = new Date(Date.now() + 14 * 86_400_000).toISOString();
  for (const [id, row] of fake.state.invitations) fake.state.invitations.set(id, { ...row, expiresAt });
  return {
    as: async ({ userId }) => fake.as(userId),
    rows: async () => comparable([...fake.state.tables.transactions.values()]),
    stop: async () => {},
  };
}

/** Entries by the ids that they had on the device. A drain names anew what was not taken of one. */
function named({ database }: ReleasedDevice, toSettle: { id: string; state: string }[] = []) {
  const had = new Set(database.stores.outbox?.records.map(({ id }) => id));
  return toSettle.map(({ id, state }) => [had.has(id) ? id : 'a part of one', state]);
}

describe.each(releasedServers)('a device of v$release ($kind)', (released) => {
  const devices = releasedDevices(released);
  const drained = drainedByRelease(released);

  it.each(devices)("opens in today's app and shows what stood there: $about", async ({ shown, database, ...rest }) => {
    const device = await openInTodaysApp({ shown, database, ...rest });
    const today = await shownBy(device);
    expect(today).toMatchObject(shown);
    expect(Object.keys(today.scopes)).toEqual(Object.keys(shown.scopes));
    for (const [scope, { balance }] of Object.entries(shown.scopes)) {
      expect(await device.countedBalance(scope)).toBe(balance);
    }
    expect(await device.db.bases.count()).toBe(database.stores.bases?.records.length);
  });

  describe("drained by today's app", () => {
    let server: Server;
    beforeAll(async () => {
      server = await (released.kind === 'memory' ? inMemory() : onPostgres(released));
    });
    afterAll(() => server.stop());

    async function drainAll(): Promise<void> {
      for (const kept of devices) {
        const device = await openInTodaysApp(kept);
        const remote = await server.as(kept.user);
        await device.sync(remote);
        await device.sync(remote);
        const { waiting, toSettle, scopes } = await shownBy(device);
        expect({ name: kept.name, waiting, toSettle: named(kept, toSettle) }).toEqual({
          name: kept.name,
          waiting: 0,
          toSettle: named(kept, drained.afterwards[kept.name]?.toSettle),
        });
        for (const [scope, { balance }] of Object.entries(scopes)) {
          expect(await device.countedBalance(scope)).toBe(balance);
        }
      }
    }

    it('leaves on the server what the release would have left, each mutation once', async () => {
      await drainAll();
      expect(await server.rows()).toEqual(drained.rows.map((row) => ({ ...TRANSACTION_DEFAULTS, ...row })));
    });

    it('and every person sees what they would have seen', async () => {
      for (const { user, shown } of drained.seen) {
        const device = new SimulatedDevice(user, Date.now);
        await device.sync(await server.as(user));
        expect(await shownBy(device)).toMatchObject(shown);
      }
    });

    it('changes nothing when the same databases are drained once more', async () => {
      const before = await server.rows();
      await drainAll();
      expect(await server.rows()).toEqual(before);
    });

    /** Tries everything again that its user has to settle. Returns the states of what is left. */
    async function settle(name: string): Promise<string[]> {
      const kept = devices.find((one) => one.name === name);
      if (!kept) throw new Error(`no device ${name}`);
      const device = await openInTodaysApp(kept);
      const remote = await server.as(kept.user);
      await device.sync(remote);
      const now = new Date(device.now());
      await retryLost(device.db, now);
      for (const { id, state } of await entriesToSettle(device.db)) {
        if (state !== 'lost') await retryEntry(device.db, id, now);
      }
      await device.sync(remote);
      await device.sync(remote);
      expect(await countWaiting(device.db)).toBe(0);
      return (await entriesToSettle(device.db)).map(({ state }) => state);
    }

    it('and then sends what its user settles: what was lost, superseded and blocked', async () => {
      const before = await server.rows();
      expect(await settle('lost')).toEqual([]);
      // Somebody's budget still uses the category that was to be deleted.
      expect(await settle('overtaken')).toEqual(['rejected']);
      expect(await settle('blocked')).toEqual([]);
      const after = v.parse(
        v.array(v.looseObject({ description: v.string(), amount: v.number() })),
        await server.rows(),
      );
      const amountOf = (description: string) => after.find((row) => row.description === description)?.amount;
      expect(amountOf('Lost by the server')).toBe(7100);
      expect(amountOf('Market 14')).toBe(1401);
      expect(amountOf('Market 15')).toBe(1501);
      expect(amountOf('Market 16')).toBeUndefined();
      expect(after).toHaveLength(before.length + 2);
    });
  });
});

it.each(releasedServers)('no table or index of v$release ($kind) is missing today', async (released) => {
  const today = new SimulatedDevice(ANNA, Date.now);
  await today.db.open();
  const { stores } = await dumpOf(today.db);
  for (const [name, { keyPath, indexes }] of Object.entries(releasedDevices(released)[0]?.database.stores ?? {})) {
    expect(stores[name]).toMatchObject({ keyPath, indexes: expect.arrayContaining(indexes) });
  }
});

/** The tables of v0.1.0, as its own code named them to Dexie. */
const TABLES_OF_RELEASE = {
  accounts: 'id',
  categories: 'id, accountId',
  budgets: 'id, accountId',
  memberships: 'id, accountId',
  invitations: 'id',
  transactions: '[scope+month+part]',
  totals: '[scope+month]',
  sums: 'scope',
  outbox: '++seq, &id, state, *rows, wide, holdUntil',
  bases: '[table+id]',
  cursors: 'scope',
  meta: 'key',
};

it("a database of today's app opens with v0.1.0's tables, and in today's app again", async () => {
  const server = new FakeServer();
  server.addUser(ANNA.userId, ANNA.userEmail);
  const today = new SimulatedDevice(ANNA, Date.now);
  await today.commit([makeAccount(HOME, ANNA), enter(1)]);
  await today.sync(server.as(ANNA.userId));
  await today.commit([enter(2)]);
  const name = today.db.name;
  today.db.close();

  const older = new Dexie(name, today.storage);
  older.version(1).stores(TABLES_OF_RELEASE);
  await older.open();
  const waiting = await older.table('outbox').where('state').equals('pending').toArray();
  expect(waiting).toMatchObject([{ operations: [{ kind: 'insert', row: { description: 'row 2' } }] }]);
  const { seq, ...entry } = waiting[0];
  await older.table('outbox').add({ ...entry, id: crypto.randomUUID(), state: 'rejected', rows: [] });
  older.close();

  today.reload();
  expect(await shownBy(today)).toMatchObject({ waiting: 1, toSettle: [{ state: 'rejected' }] });
  expect(await today.rows(`account:${HOME}`)).toHaveLength(2);
});
