/**
 * What must hold on a device at every moment. The user sees the server's last word with the open entries folded over
 * it (fold.ts). Totals equal the rows, and sums equal the totals. An id stands once in a scope.
 */

import { expect } from 'vitest';
import { monthOf } from '#domain/dates/dates';
import { summarize } from '#domain/money/totals';
import type { Notice } from '#domain/mutations/notices';
import type { Applied } from '#domain/mutations/verdicts';
import type { AccountRow, TransactionRow } from '#domain/rows';
import type { Database } from '#store/database/database';
import type { Base, MonthTotals, OutboxEntry, Page, ScopeCursor, ScopeSums, StoredRow } from '#store/database/records';
import { shownPage, shownTotals } from '#store/ledger/shown-names';
import { allBases } from '#store/optimistic/bases';
import { type Alias, aliasesOf } from '#store/outbox/aliases';
import { isOpen } from '#store/outbox/outbox';
import { idIn } from '../oracle/case.ts';
import type { Deed } from '../oracle/chronicle.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { fold } from './fold.ts';
import { countedLines, storedLines, withoutRows } from './recount.ts';
import type { Stage } from './stage.ts';

interface Standing {
  scope: string;
  month: string;
  row: TransactionRow;
}

/** All that a device has stored of what its user sees, as it was at one moment. */
interface Stored {
  entries: OutboxEntry[];
  notices: Notice[];
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
  world.witness.book.hear(device.person.userId, stored.entries, stored.notices);
}

/** In one transaction: in memory, each costs more than ten requests. */
function read(db: Database): Promise<Stored> {
  return db.transaction('r', db.tables, async () => ({
    entries: await db.outbox.orderBy('seq').toArray(),
    notices: await db.notices.toArray(),
    bases: [...(await allBases(db)).values()],
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
  const kept = (months: MonthTotals[]) =>
    months.flatMap(({ scope, month, lines }) => storedLines(lines, `${scope} ${month}`)).sort();
  const recounted = (rows: { scope: string; month: string; row: StoredRow }[]) =>
    [...Map.groupBy(rows, ({ scope, month }) => `${scope} ${month}`)]
      .flatMap(([place, inMonth]) =>
        countedLines(
          inMonth.map(({ row }) => row),
          place,
        ),
      )
      .sort();
  const here = stored.totals.filter(isHere);
  const bare = stored.pages.flatMap(({ scope, month, rows }) => rows.map((row) => ({ scope, month, row })));
  expect(kept(here)).toEqual(recounted(bare.filter(isHere)));
  const shown = kept(here.map((month) => shownTotals(month, aliases)));
  expect(withoutRows(shown)).toEqual(withoutRows(recounted(standing.filter(isHere))));
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
    const isLeft =
      verdict?.status !== 'applied' || (isBehind && !isAllElsewhere(verdict, witness.chronicle.deedsOf(id)));
    if (isLeft) expect(kept).toContain(id);
  }
}

/** Where none of its transactions was taken, all of it has gone to an entry of its own (S72b). */
function isAllElsewhere({ notTaken = [] }: Applied, deeds: readonly Deed[]): boolean {
  const ids = new Set(notTaken.map(({ id }) => id));
  return deeds.every(({ operation }) => ids.has(idIn(operation) ?? ''));
}

/** Returns the accounts that were the user's own before the open entries. */
function ownedBefore({ accounts, bases }: Stored, userId: string): Set<string> {
  const ofAccounts = bases.filter((base) => base.table === 'accounts');
  const untouched = accounts.filter((row) => !ofAccounts.some((base) => base.id === row.id));
  const rows = [...untouched, ...ofAccounts.flatMap((base) => base.row ?? [])];
  return new Set(rows.flatMap((row) => ('ownerId' in row && row.ownerId === userId ? [row.id] : [])));
}
