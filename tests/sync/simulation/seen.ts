/**
 * What must hold on a device at every moment: what the user sees is the server's last word with the open entries folded
 * over it; totals equal the rows and sums the totals; an id stands once in a scope. The fold here is written apart from the store's own way.
 */

import { expect } from 'vitest';
import { monthOf } from '#domain/dates';
import type { Call, Operation } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';
import { summarize } from '#domain/totals';
import { type MonthTotals, readSums, totalLines } from '#store/ledger';
import { isOpen, type OutboxEntry } from '#store/outbox';
import type { SimulatedDevice } from '../simulated-device.ts';
import type { World } from './world.ts';

type Writable = Partial<TransactionRow> | null;

export async function expectSeen(world: World, device: SimulatedDevice): Promise<void> {
  const { db } = device;
  const pages = await db.transactions.toArray();
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

/** Totals of months that are here equal a recount at every moment, and the sums of a scope what all its months say (G7). */
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
  const totals = await db.totals.toArray();
  for (const [scope, months] of Map.groupBy(totals, (month) => month.scope)) {
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
 * Nothing that was entered is dropped (G1): an intent is in the outbox until the server has applied it, and stays there until
 * the cursors have reached its numbers (S16).
 */
async function expectDecidedStay({ server, intents, sent }: World, { db, person }: SimulatedDevice): Promise<void> {
  const { ledger } = await server.state();
  const cursors = await db.cursors.toArray();
  for (const [id, device] of intents) {
    if (device.db !== db) continue;
    const verdict = sent.get(id) ?? ledger.get(`${person.userId} ${id}`)?.verdict;
    const isBehind =
      verdict?.status === 'applied' &&
      Object.entries(verdict.versions).some(([accountId, version]) =>
        cursors.some((cursor) => cursor.accountId === accountId && cursor.version < version),
      );
    if (verdict?.status !== 'applied' || isBehind) expect(await db.outbox.get({ id })).toBeDefined();
  }
}

/** The accounts that were the user's own before the open entries. */
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
    const kept = verdict?.status === 'superseded' ? verdict.kept : {};
    for (const operation of operations) {
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
      return operation.id === id && row ? { ...row, ...operation.after, ...Object.fromEntries(stands) } : row;
    }
    case 'call':
      return row && owned.has(row.accountId ?? '') ? renamed(row, operation) : row;
  }
}

function renamed(row: Partial<TransactionRow>, operation: Call): Writable {
  if (operation.name !== 'category.rename') return row;
  const { type, from, to } = operation.arguments;
  return row.type === type && row.category === from ? { ...row, category: to } : row;
}
