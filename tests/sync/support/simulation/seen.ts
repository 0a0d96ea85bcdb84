/**
 * What must hold on a device at every moment. The user sees the server's last word with the open entries folded over
 * it. Totals equal the rows, and sums equal the totals. An id stands once in a scope. This fold shares no code with the
 * store.
 */

import { expect } from 'vitest';
import { monthOf } from '#domain/dates';
import type { Call, Operation, Patch } from '#domain/operations';
import type { AccountRow, TransactionRow } from '#domain/rows';
import { summarize } from '#domain/totals';
import type { Database } from '#store/database/database';
import type { Base, MonthTotals, OutboxEntry, Page, ScopeCursor, ScopeSums, StoredRow } from '#store/database/records';
import { totalLines } from '#store/ledger/ledger';
import { shownPage, shownTotals } from '#store/ledger/shown-names';
import { type Alias, aliasesOf } from '#store/outbox/aliases';
import { isOpen } from '#store/outbox/outbox';
import type { SimulatedDevice } from '../simulated-device.ts';
import type { Stage } from './stage.ts';

interface Standing {
  scope: string;
  month: string;
  row: TransactionRow;
}

type Writable = Partial<TransactionRow> | null;

/** All that a device has stored of what its user sees, as it was at one moment. */
interface Stored {
  entries: OutboxEntry[];
  bases: Base[];
  cursors: ScopeCursor[];
  accounts: AccountRow[];
  pages: Page[];
  totals: MonthTotals[];
  sums: ScopeSums[];
}

export async function expectSeen(world: Stage, device: SimulatedDevice): Promise<void> {
  const stored = await read(device.db);
  const aliases = aliasesOf(stored.entries.filter(isOpen));
  const pages = stored.pages.map((page) => shownPage(page, aliases));
  const standing = pages.flatMap(({ scope, month, rows }) => rows.map((row) => ({ scope, month, row })));
  expect(new Set(standing.map(({ scope, row }) => `${scope} ${row.id}`)).size).toBe(standing.length);
  for (const { month, row } of standing) expect(monthOf(row.date)).toBe(month);
  expectTotals(stored, aliases, standing);
  expectFolded(stored, device, standing);
  expectDecidedStay(world, device, stored);
}

/** In one transaction: in memory, each costs more than ten requests. */
function read(db: Database): Promise<Stored> {
  return db.transaction('r', db.tables, async () => ({
    entries: await db.outbox.orderBy('seq').toArray(),
    bases: await db.bases.toArray(),
    cursors: await db.cursors.toArray(),
    accounts: await db.accounts.toArray(),
    pages: await db.transactions.toArray(),
    totals: await db.totals.toArray(),
    sums: await db.sums.toArray(),
  }));
}

/** The rows under open entries are the server's last word with those entries folded over it. */
function expectFolded(stored: Stored, { person }: SimulatedDevice, standing: Standing[]): void {
  const open = stored.entries.filter(isOpen);
  const owned = ownedBefore(stored, person.userId);
  for (const base of stored.bases) {
    if (base.table !== 'transactions') continue;
    const expected = fold(base.row, open, base.id, new Set(owned));
    const found = standing.filter(({ row }) => row.id === base.id);
    if (!expected) expect(found).toEqual([]);
    else expect(found.map(({ row }) => row)).toContainEqual(expect.objectContaining(expected));
  }
}

/** Totals of months that are here equal a recount, and the sums of a scope equal those of its months (G7). */
function expectTotals(stored: Stored, aliases: Alias[], standing: Standing[]): void {
  const cursors = new Map(stored.cursors.map((cursor) => [cursor.scope, cursor]));
  const isHere = ({ scope, month }: { scope: string; month: string }) => {
    const before = cursors.get(scope)?.before ?? null;
    return before === null || month >= before;
  };
  const flat = ({ scope, month, lines }: MonthTotals) =>
    lines.map(({ type, category, budgetId, cents, count, namedAfter }) =>
      [scope, month, type, category, budgetId, cents, count, namedAfter].join(' '),
    );
  const counted = (rows: { scope: string; month: string; row: StoredRow }[]) =>
    [...Map.groupBy(rows, ({ scope, month }) => `${scope} ${month}`).values()].flatMap((inMonth) => {
      const [first] = inMonth;
      return first ? flat({ ...first, lines: totalLines(inMonth.map(({ row }) => row)) }) : [];
    });
  const here = stored.totals.filter(isHere);
  const bare = stored.pages.flatMap(({ scope, month, rows }) => rows.map((row) => ({ scope, month, row })));
  expect(here.flatMap(flat).sort()).toEqual(counted(bare.filter(isHere)).sort());
  const shown = here.map((month) => shownTotals(month, aliases));
  expect(shown.flatMap(flat).sort()).toEqual(counted(standing.filter(isHere)).sort());
  const ofScopes = Map.groupBy(stored.totals, ({ scope }) => scope);
  for (const { scope, ...sums } of stored.sums) {
    expect(sums).toEqual(summarize((ofScopes.get(scope) ?? []).flatMap(({ lines }) => lines)));
  }
}

/**
 * Nothing that the user entered is dropped (G1). A mutation is in the outbox until the server has applied it and the
 * cursors have reached its versions (S16a).
 */
function expectDecidedStay(
  { intents, sent, witness }: Stage,
  { db }: SimulatedDevice,
  { cursors, entries }: Stored,
): void {
  const kept = new Set(entries.map(({ id }) => id));
  for (const [id, device] of intents) {
    if (device.db !== db || witness.isCopyElsewhere(id)) continue;
    const verdict = sent.get(id) ?? witness.chronicle.verdictOn(id);
    const isBehind =
      verdict?.status === 'applied' &&
      Object.entries(verdict.versions).some(([accountId, version]) =>
        cursors.some((cursor) => cursor.accountId === accountId && cursor.version < version),
      );
    if (verdict?.status !== 'applied' || isBehind) expect(kept).toContain(id);
  }
}

/** Returns the accounts that were the user's own before the open entries. */
function ownedBefore({ accounts, bases }: Stored, userId: string): Set<string> {
  const ofAccounts = bases.filter((base) => base.table === 'accounts');
  const untouched = accounts.filter((row) => !ofAccounts.some((base) => base.id === row.id));
  const rows = [...untouched, ...ofAccounts.flatMap((base) => base.row ?? [])];
  return new Set(rows.flatMap((row) => ('ownerId' in row && row.ownerId === userId ? [row.id] : [])));
}

function fold(base: Writable, entries: OutboxEntry[], id: string, owned: Set<string>): Writable {
  let row = base;
  for (const { verdict, operations } of entries) {
    if (verdict?.status === 'superseded' && verdict.reason === 'deleted') continue;
    const isSuperseded = verdict?.status === 'superseded';
    const kept = isSuperseded ? verdict.kept : {};
    // A later edit stands against a superseded deletion, so the user sees the row again (S53b).
    for (const operation of operations.filter(({ kind }) => !isSuperseded || kind !== 'delete')) {
      row = foldOne(row, operation, id, owned, kept);
      if (operation.kind === 'insert' && operation.table === 'accounts') owned.add(operation.row.id);
      if (operation.kind === 'delete') owned.delete(operation.id);
    }
  }
  return row;
}

function foldOne(
  row: Writable,
  operation: Operation,
  id: string,
  owned: Set<string>,
  kept: Record<string, unknown>,
): Writable {
  switch (operation.kind) {
    case 'insert':
    case 'restore':
      return operation.table === 'transactions' && operation.row.id === id ? (row ?? operation.row) : row;
    case 'delete':
      return operation.id === id ? null : row;
    case 'patch': {
      const stands = Object.entries(kept).filter(([field]) => field in operation.after);
      return operation.id === id && row ? { ...row, ...written(operation), ...Object.fromEntries(stands) } : row;
    }
    case 'call':
      return row && owned.has(row.accountId ?? '') ? renamed(row, operation) : row;
  }
}

/** An edit that names the type and leaves it as it was does not write it. */
function written({ before, after }: Patch): Patch['after'] {
  const { type, ...others } = after;
  return type === before.type ? others : after;
}

function renamed(row: Partial<TransactionRow>, operation: Call): Writable {
  if (operation.name !== 'category.rename') return row;
  const { type, from, to, accountId } = operation.arguments;
  const isMeant = accountId === undefined || accountId === row.accountId;
  return isMeant && row.type === type && row.category === from ? { ...row, category: to } : row;
}
