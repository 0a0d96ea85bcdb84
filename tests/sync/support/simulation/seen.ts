/**
 * What must hold on a device at every moment. The user sees the server's last word with the open entries folded over
 * it. Totals equal the rows, and sums equal the totals. An id stands once in a scope. This fold shares no code with the
 * store.
 */

import { expect } from 'vitest';
import { monthOf } from '#domain/dates';
import type { Call, Operation, Patch } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';
import { summarize } from '#domain/totals';
import type { MonthTotals, OutboxEntry } from '#store/database/records';
import { readScope, readSums, readTotals, recountMonth, totalLines } from '#store/ledger/ledger';
import { isOpen } from '#store/outbox/outbox';
import type { SimulatedDevice } from '../simulated-device.ts';
import type { Stage } from './stage.ts';

type Writable = Partial<TransactionRow> | null;

export async function expectSeen(world: Stage, device: SimulatedDevice): Promise<void> {
  const { db } = device;
  const scopes = new Set((await db.transactions.toCollection().primaryKeys()).map(([scope]) => scope));
  const pages = (await Promise.all([...scopes].map((scope) => readScope(db, scope)))).flat();
  const standing = pages.flatMap(({ scope, month, rows }) => rows.map((row) => ({ scope, month, row })));
  expect(new Set(standing.map(({ scope, row }) => `${scope} ${row.id}`)).size).toBe(standing.length);
  for (const { month, row } of standing) expect(monthOf(row.date)).toBe(month);
  await expectTotals(device, standing);
  const entries = (await db.outbox.orderBy('seq').toArray()).filter(isOpen);
  const owned = await ownedBefore(device);
  for (const base of await db.bases.toArray()) {
    if (base.table !== 'transactions') continue;
    const expected = fold(base.row, entries, base.id, new Set(owned));
    const found = standing.filter(({ row }) => row.id === base.id);
    if (!expected) expect(found).toEqual([]);
    else expect(found.map(({ row }) => row)).toContainEqual(expect.objectContaining(expected));
  }
  await expectDecidedStay(world, device);
}

/** Totals of months that are here equal a recount, and the sums of a scope equal those of its months (G7). */
async function expectTotals(
  { db }: SimulatedDevice,
  standing: { scope: string; month: string; row: TransactionRow }[],
): Promise<void> {
  const cursors = new Map((await db.cursors.toArray()).map((cursor) => [cursor.scope, cursor]));
  const isHere = ({ scope, month }: { scope: string; month: string }) => {
    const before = cursors.get(scope)?.before ?? null;
    return before === null || month >= before;
  };
  const flat = ({ scope, month, lines }: MonthTotals) =>
    lines.map(({ type, category, budgetId, cents, count }) =>
      [scope, month, type, category, budgetId, cents, count].join(' '),
    );
  const scopes = new Set([...(await db.totals.toArray()), ...(await db.sums.toArray())].map((one) => one.scope));
  const totals: MonthTotals[] = [];
  for (const scope of scopes) {
    const months = await readTotals(db, scope);
    totals.push(...months);
    for (const month of months.filter(isHere)) expect(await recountMonth(db, scope, month.month)).toBe(true);
    expect(await readSums(db, scope)).toEqual(summarize(months.flatMap(({ lines }) => lines)));
  }
  const kept = totals.filter(isHere).flatMap(flat);
  const counted = [...Map.groupBy(standing.filter(isHere), ({ scope, month }) => `${scope} ${month}`).values()];
  const expected = counted.flatMap((rows) => {
    const [first] = rows;
    return first ? flat({ ...first, lines: totalLines(rows.map(({ row }) => row)) }) : [];
  });
  expect(kept.sort()).toEqual(expected.sort());
}

/**
 * Nothing that the user entered is dropped (G1). A mutation is in the outbox until the server has applied it and the
 * cursors have reached its versions (S16a).
 */
async function expectDecidedStay({ intents, sent, witness }: Stage, { db }: SimulatedDevice): Promise<void> {
  const cursors = await db.cursors.toArray();
  for (const [id, device] of intents) {
    if (device.db !== db || witness.isCopyElsewhere(id)) continue;
    const verdict = sent.get(id) ?? witness.chronicle.verdictOn(id);
    const isBehind =
      verdict?.status === 'applied' &&
      Object.entries(verdict.versions).some(([accountId, version]) =>
        cursors.some((cursor) => cursor.accountId === accountId && cursor.version < version),
      );
    if (verdict?.status !== 'applied' || isBehind) expect(await db.outbox.get({ id })).toBeDefined();
  }
}

/** Returns the accounts that were the user's own before the open entries. */
async function ownedBefore({ db, person }: SimulatedDevice): Promise<Set<string>> {
  const bases = (await db.bases.toArray()).filter((base) => base.table === 'accounts');
  const untouched = (await db.accounts.toArray()).filter((row) => !bases.some((base) => base.id === row.id));
  const rows = [...untouched, ...bases.flatMap((base) => base.row ?? [])];
  return new Set(rows.flatMap((row) => ('ownerId' in row && row.ownerId === person.userId ? [row.id] : [])));
}

function fold(base: Writable, entries: OutboxEntry[], id: string, owned: Set<string>): Writable {
  let row = base;
  for (const { verdict, operations } of entries) {
    if (verdict?.status === 'superseded' && verdict.reason === 'deleted') continue;
    const isSuperseded = verdict?.status === 'superseded';
    const kept = isSuperseded ? verdict.kept : {};
    for (const operation of operations) {
      // A later edit stands against the deletion, so the user sees the row again (S53b).
      if (isSuperseded && operation.kind === 'delete') continue;
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
