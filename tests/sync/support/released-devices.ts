/** Databases of devices of a release, as its own code left them (tests/releases/<version>/devices). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import { folderOf, releases } from '../../support/released-data.ts';
import { Dump, storageWith } from './device-dump.ts';
import type { Clocks } from './fake/clocks.ts';
import { emptyState, type Log, type LoggedRemoval, type State } from './fake/state.ts';
import { SimulatedDevice } from './simulated-device.ts';

/** The server that devices belong to. Only v0.1.0 has also recorded its server in memory. */
export interface ReleasedServer {
  release: string;
  kind: 'postgres' | 'memory';
}

/** All of them, the first release first. */
export const releasedServers = releases.flatMap((release): ReleasedServer[] => {
  const kinds = readdirSync(join(folderOf(release), 'devices'));
  return (['memory', 'postgres'] as const).filter((kind) => kinds.includes(kind)).map((kind) => ({ release, kind }));
});

const fileOf = ({ release, kind }: ReleasedServer, name: string) => join(folderOf(release), 'devices', kind, name);

export const backupOfServer = (server: ReleasedServer) => fileOf(server, 'server.backup');

const ToSettle = v.array(v.object({ id: v.string(), state: v.string() }));
/** What a device showed its user (device-shown.ts). Each release has recorded what it knew. */
const Shown = v.looseObject({
  scopes: v.record(v.string(), v.object({ balance: v.number(), rows: v.array(v.looseObject({ id: v.string() })) })),
  waiting: v.number(),
  toSettle: ToSettle,
});
const User = v.object({ userId: v.string(), userEmail: v.string() });
const Kept = v.object({ about: v.string(), user: User, shown: Shown, database: Dump });
export type ReleasedDevice = v.InferOutput<typeof Kept> & { name: string };

const Drained = v.object({
  order: v.array(v.string()),
  afterwards: v.record(v.string(), v.object({ toSettle: ToSettle })),
  rows: v.array(v.looseObject({ id: v.string() })),
  /** What a new device of each person shows. v0.1.0 has not recorded it. */
  seen: v.optional(v.array(v.object({ user: User, shown: Shown })), []),
});

function read<Schema extends v.GenericSchema>(schema: Schema, server: ReleasedServer, name: string) {
  return v.parse(schema, JSON.parse(readFileSync(fileOf(server, `${name}.json`), 'utf8')));
}

/** What the release itself made of all these devices: its own drain, in this order, and its server's rows then. */
export const drainedByRelease = (server: ReleasedServer) => read(Drained, server, 'drained');

/** The devices, in the order in which the release drained them. */
export function releasedDevices(server: ReleasedServer): ReleasedDevice[] {
  return drainedByRelease(server).order.map((name) => ({ name, ...read(Kept, server, name) }));
}

/** Puts the database into an empty browser profile, and opens today's app on it. */
export async function openInTodaysApp({ user, database }: ReleasedDevice): Promise<SimulatedDevice> {
  return new SimulatedDevice(user, Date.now, await storageWith(database));
}

type ReleasedClock = { at: string; by: string; version: number };
type ReleasedState = Omit<State, 'clocks' | 'logs'> & {
  clocks: Map<string, Record<string, ReleasedClock>>;
  logs: Map<string, Omit<Log, 'removals'> & { removals: Omit<LoggedRemoval, 'order'>[] }>;
};

/** The state of the server of v0.1.0 in memory, as today's holds it. */
export function stateOfRelease(): State {
  const text = readFileSync(fileOf({ release: '0.1.0', kind: 'memory' }, 'server.json'), 'utf8');
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
