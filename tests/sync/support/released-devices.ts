/** Databases of devices of a release, as its own code left them (tests/releases/<version>/devices). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import * as v from 'valibot';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import { countWaiting, entriesToSettle } from '#store/outbox/outbox';
import type { Clocks } from './fake/clocks.ts';
import { emptyState, type Log, type LoggedRemoval, type State } from './fake/state.ts';
import { SimulatedDevice } from './simulated-device.ts';

const folder = fileURLToPath(new URL('../../releases/0.1.0/devices/', import.meta.url));

/** The server that the devices belong to: the release's real one, or its server in memory. */
export type ReleasedServer = 'postgres' | 'memory';

export const backupOfServer = join(folder, 'postgres', 'server.backup');

const Shown = v.object({
  scopes: v.record(
    v.string(),
    v.object({
      balance: v.number(),
      rows: v.array(
        v.object({
          id: v.string(),
          date: v.string(),
          description: v.string(),
          category: v.string(),
          type: v.string(),
          amount: v.number(),
        }),
      ),
    }),
  ),
  waiting: v.number(),
  toSettle: v.array(v.object({ id: v.string(), state: v.string() })),
});
/** What a device shows its user. */
export type Shown = v.InferOutput<typeof Shown>;

const KeyPath = v.union([v.string(), v.array(v.string())]);
const Index = v.object({ name: v.string(), keyPath: KeyPath, unique: v.boolean(), multiEntry: v.boolean() });
const Kept = v.object({
  about: v.string(),
  user: v.object({ userId: v.string(), userEmail: v.string() }),
  shown: Shown,
  database: v.object({
    name: v.string(),
    version: v.number(),
    stores: v.record(
      v.string(),
      v.object({
        keyPath: KeyPath,
        autoIncrement: v.boolean(),
        indexes: v.array(Index),
        records: v.array(v.looseObject({})),
      }),
    ),
  }),
});
export type ReleasedDevice = v.InferOutput<typeof Kept> & { name: string };

const Drained = v.object({
  order: v.array(v.string()),
  afterwards: v.record(v.string(), Shown),
  rows: v.array(v.looseObject({ id: v.string() })),
});

function read<Schema extends v.GenericSchema>(schema: Schema, server: ReleasedServer, name: string) {
  return v.parse(schema, JSON.parse(readFileSync(join(folder, server, `${name}.json`), 'utf8')));
}

/** What the release itself made of all these devices: its own drain, in this order, and its server's rows then. */
export const drainedByRelease = (server: ReleasedServer) => read(Drained, server, 'drained');

/** The devices, in the order in which the release drained them. */
export function releasedDevices(server: ReleasedServer): ReleasedDevice[] {
  return drainedByRelease(server).order.map((name) => ({ name, ...read(Kept, server, name) }));
}

/** Puts the database into an empty browser profile, and opens today's app on it. */
export async function openInTodaysApp({ user, database }: ReleasedDevice): Promise<SimulatedDevice> {
  const storage = { indexedDB: new IDBFactory(), IDBKeyRange };
  const request = storage.indexedDB.open(database.name, database.version);
  request.onupgradeneeded = () => {
    for (const [name, { keyPath, autoIncrement, indexes, records }] of Object.entries(database.stores)) {
      const store = request.result.createObjectStore(name, { keyPath, autoIncrement });
      for (const { name: index, keyPath: path, ...options } of indexes) store.createIndex(index, path, options);
      for (const record of records) store.put(record);
    }
  };
  await new Promise((resolve, reject) => {
    request.onsuccess = resolve;
    request.onerror = () => reject(request.error);
  });
  request.result.close();
  return new SimulatedDevice(user, Date.now, storage);
}

/** The same as the release wrote down of itself. */
export async function shownBy(device: SimulatedDevice): Promise<Shown> {
  const scopes: Shown['scopes'] = {};
  for (const { scope } of await device.db.cursors.toArray()) {
    const rows = (await device.rows(scope)).map(({ id, date, description, category, type, amount }) => {
      return { id, date, description, category, type, amount };
    });
    scopes[scope] = { balance: await device.balance(scope), rows };
  }
  const toSettle = (await entriesToSettle(device.db)).map(({ id, state }) => ({ id, state }));
  return { scopes, waiting: await countWaiting(device.db), toSettle };
}

type ReleasedClock = { at: string; by: string; version: number };
type ReleasedState = Omit<State, 'clocks' | 'logs'> & {
  clocks: Map<string, Record<string, ReleasedClock>>;
  logs: Map<string, Omit<Log, 'removals'> & { removals: Omit<LoggedRemoval, 'order'>[] }>;
};

/** The state of the release's server in memory, as today's holds it. */
export function stateOfRelease(): State {
  const text = readFileSync(join(folder, 'memory', 'server.json'), 'utf8');
  const released: ReleasedState = JSON.parse(text, (_key, one) => (isMap(one) ? new Map(one.map) : one));
  const clocks = [...released.clocks].map(([id, groups]): [string, Clocks] => {
    const written = Object.entries(groups).map(([group, clock]) => [group, { written: { ...clock, device: null } }]);
    return [id, Object.fromEntries(written)];
  });
  let order = 0;
  const logs = [...released.logs].map(([id, log]): [string, Log] => {
    return [id, { ...log, removals: log.removals.map((removal) => ({ ...removal, order: ++order })) }];
  });
  const { transactions: ofRelease, ...tables } = released.tables;
  const transactions = new Map([...ofRelease].map(([id, row]) => [id, { ...TRANSACTION_DEFAULTS, ...row }]));
  return {
    ...emptyState(),
    ...released,
    tables: { ...emptyState().tables, ...tables, transactions },
    clocks: new Map(clocks),
    logs: new Map(logs),
    order,
  };
}

function isMap(value: unknown): value is { map: [string, unknown][] } {
  return typeof value === 'object' && value !== null && Array.isArray(Reflect.get(value, 'map'));
}
