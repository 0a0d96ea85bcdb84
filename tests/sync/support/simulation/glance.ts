/** What a device has stored at one moment: what its user sees, and what lies under it. */

import { plainFields } from '#domain/changed-fields';
import type { WritableTable } from '#domain/operations';
import type { Fields } from '#domain/rows';
import type { OutboxEntry } from '#store/database/records';
import { allBases } from '#store/optimistic/bases';
import { readPullState } from '../../../../sync/pull-state.ts';
import type { SimulatedDevice } from '../simulated-device.ts';

type Row = object & { id: string; version: number };

const SMALL = ['accounts', 'categories', 'budgets', 'reconciliations', 'imports'] as const;

export interface Glance {
  epoch: string | null;
  /** By account: how far the device is in the account's log. */
  cursors: { accountId: string; version: number }[];
  entries: OutboxEntry[];
  /** The server's last word on a row, as far as the device knows it. */
  standing(table: WritableTable, id: string): Row | undefined;
  /** The fields of a row as its user sees it. */
  row(table: WritableTable, id: string): Fields | undefined;
  /** The user's role in an account as the device knows it. */
  roleIn(accountId: string): string | null;
}

/** In one transaction: in memory, each costs more than ten requests. */
export function glanceAt({ db }: SimulatedDevice): Promise<Glance> {
  return db.transaction('r', db.tables, async () => {
    const { epoch } = await readPullState(db);
    const cursors = await db.cursors.toArray();
    const entries = await db.outbox.orderBy('seq').toArray();
    const bases = [...(await allBases(db)).values()];
    const rows = new Map<string, Row>();
    for (const table of SMALL) for (const row of await db[table].toArray()) rows.set(`${table} ${row.id}`, row);
    const accounts = await db.accounts.toArray();
    const owned = new Set(accounts.flatMap(({ id, ownerId }) => (ownerId === db.userId ? [id] : [])));
    for (const page of await db.transactions.toArray()) {
      for (const row of page.rows) rows.set(`transactions ${row.id}`, row);
    }
    const under = new Map(
      bases.map(({ table, id, row }) => [`${table} ${id}`, row && 'version' in row ? row : undefined]),
    );
    return {
      epoch,
      cursors,
      entries,
      standing: (table, id) => {
        const key = `${table} ${id}`;
        return under.has(key) ? under.get(key) : rows.get(key);
      },
      row: (table, id) => {
        const row = rows.get(`${table} ${id}`);
        return row && plainFields(row);
      },
      roleIn: (accountId) => {
        const cursor = cursors.find(({ scope }) => scope === `account:${accountId}`);
        return cursor?.role ?? (owned.has(accountId) ? 'owner' : null);
      },
    };
  });
}
