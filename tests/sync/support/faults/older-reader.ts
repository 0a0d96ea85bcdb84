/**
 * An app that is older than some of the server's rows: it cannot read a value that a later version writes there. After
 * an update it can.
 */
import { expect } from 'vitest';
import { readUnreadable } from '#store/database/unreadable';
import { readPullState } from '../../../../sync/pull-state.ts';
import type { Remote } from '../../../../sync/remote.ts';
import type { State } from '../fake/state.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { overTheWire, type WireAnswer } from '../wire.ts';
import { strike } from './strikes.ts';

/** Before a value that only a later version knows. */
const LATER = 'later:';
/** By table: the field that holds such a value. */
const FIELDS: Record<string, string> = { transactions: 'type', categories: 'type', budgets: 'periodType' };
/** One row of so many cannot be read. */
const PARTS = 3;

/** The server as an app reads it that cannot read one part of the rows. */
export function readByOlder(remote: Remote, part: number): Remote {
  return overTheWire(remote, (answer) => spoilPart(answer, part));
}

function spoilPart({ scopes }: WireAnswer, part: number): void {
  const isMeant = (id: unknown) => Number.parseInt(String(id).slice(-1), 16) % PARTS === part;
  for (const { transactions, categories, budgets } of scopes) {
    const { id: ids, type: types } = transactions ?? {};
    if (Array.isArray(ids) && Array.isArray(types)) {
      for (const [place, id] of ids.entries()) if (isMeant(id)) types[place] = later(types[place]);
    }
    spoilRows(
      categories.filter(({ id }) => isMeant(id)),
      'type',
    );
    spoilRows(
      budgets.filter(({ id }) => isMeant(id)),
      'periodType',
    );
  }
}

function spoilRows(rows: object[], field: string): void {
  for (const row of rows) Object.assign(row, { [field]: later(Reflect.get(row, field)) });
}

function later(value: unknown): string {
  strike('a row that this version cannot read');
  return `${LATER}${value}`;
}

/** The app is updated: it can read what it has set aside. */
export async function updateReader({ db }: SimulatedDevice): Promise<void> {
  const { rows, scopes } = await readUnreadable(db);
  if (rows.length === 0) return;
  const readable = rows.map(({ raw, ...row }) => {
    const value: unknown = Reflect.get(Object(raw), FIELDS[row.table] ?? '');
    const isLater = typeof value === 'string' && value.startsWith(LATER);
    return { ...row, raw: isLater ? { ...Object(raw), [FIELDS[row.table] ?? '']: value.slice(LATER.length) } : raw };
  });
  await db.meta.put({ key: 'unreadable', value: { rows: readable, scopes } });
  strike('an update that can read the rows');
}

/**
 * What this version cannot read is counted for the user, and nothing else is missing: of each account that is here as a
 * whole, every row is on the device as the server has it, or is among those that were set aside (S61a, S61b).
 */
export async function expectShownOrRead(device: SimulatedDevice, { logs, tables, epoch }: State): Promise<void> {
  const { db } = device;
  if ((await db.outbox.count()) > 0) return;
  const unread = new Set((await readUnreadable(db)).rows.map(({ id }) => id));
  for (const { scope, accountId, version, before } of await db.cursors.toArray()) {
    const isWhole = scope.startsWith('account:') && before === null && logs.get(accountId)?.version === version;
    if (!isWhole || (await readPullState(db)).epoch !== epoch) continue;
    const rows = new Map((await device.rows(scope)).map((row) => [row.id, row]));
    const missing = [...tables.transactions.values()].filter(
      (row) => row.accountId === accountId && !unread.has(row.id) && rows.get(row.id)?.version !== row.version,
    );
    expect(missing, 'rows that are neither here nor shown as unread').toEqual([]);
    strike('a replica with unread rows that was compared');
  }
}
