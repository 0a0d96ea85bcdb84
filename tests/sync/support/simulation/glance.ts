/** What a device has stored at one moment: what its user sees, and what lies under it. */

import { plainFields } from '#domain/mutations/changed-fields';
import type { WritableTable } from '#domain/mutations/operations';
import { categoryType } from '#domain/refunds';
import type { Fields, TransactionRow } from '#domain/rows';
import type { OutboxEntry } from '#store/database/records';
import { shownPage } from '#store/ledger/shown-names';
import { allBases } from '#store/optimistic/bases';
import { aliasesOf } from '#store/outbox/aliases';
import { isOpen } from '#store/outbox/outbox';
import { readPullState } from '../../../../sync/pull-state.ts';
import type { Renaming } from '../promise/wish.ts';
import type { SimulatedDevice } from '../simulated-device.ts';

type Row = object & { id: string; version: number };

const SMALL = ['accounts', 'categories', 'budgets', 'reconciliations', 'imports', 'schedules'] as const;

export interface Glance {
  epoch: string | null;
  /** By account: how far the device is in the account's log. */
  cursors: { accountId: string; version: number }[];
  entries: OutboxEntry[];
  /** The server's last word on a row, as far as the device knows it. */
  standing(table: WritableTable, id: string): Row | undefined;
  /** The fields of a row as its user sees it. */
  row(table: WritableTable, id: string): Fields | undefined;
  /** The ids of the user's own transactions that a rename is about. */
  called(rename: Renaming): string[];
  categoryNamed(accountId: string, type: string, name: string): Row | undefined;
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
    const shown = new Map<string, TransactionRow>();
    for (const table of SMALL) for (const row of await db[table].toArray()) rows.set(`${table} ${row.id}`, row);
    const [accounts, categories] = [await db.accounts.toArray(), await db.categories.toArray()];
    const owned = new Set(accounts.flatMap(({ id, ownerId }) => (ownerId === db.userId ? [id] : [])));
    const aliases = aliasesOf(entries.filter(isOpen));
    const pages = (await db.transactions.toArray()).map((page) => shownPage(page, aliases));
    for (const row of pages.flatMap((page) => page.rows)) shown.set(row.id, row);
    const under = new Map(
      bases.map(({ table, id, row }) => [`${table} ${id}`, row && 'version' in row ? row : undefined]),
    );
    return {
      epoch,
      cursors,
      entries,
      standing: (table, id) => {
        const key = `${table} ${id}`;
        const row = table === 'transactions' ? shown.get(id) : rows.get(key);
        return under.has(key) ? under.get(key) : row;
      },
      row: (table, id) => {
        const row = table === 'transactions' ? shown.get(id) : rows.get(`${table} ${id}`);
        return row && plainFields(row);
      },
      called: ({ type, from, accountId }) =>
        [...shown.values()].flatMap((row) => {
          const isMeant = owned.has(row.accountId) && (accountId === undefined || accountId === row.accountId);
          return isMeant && categoryType(row) === type && row.category === from && row.lines === null ? row.id : [];
        }),
      categoryNamed: (accountId, type, name) =>
        categories.find((one) => one.accountId === accountId && one.type === type && one.name === name),
      roleIn: (accountId) => {
        const cursor = cursors.find(({ scope }) => scope === `account:${accountId}`);
        return cursor?.role ?? (owned.has(accountId) ? 'owner' : null);
      },
    };
  });
}
