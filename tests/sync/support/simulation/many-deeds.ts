/** Deeds with many transactions, by the commands of the selection. What is wanted of a row is on the screen at once. */
import { expect } from 'vitest';
import type { TransactionRow } from '#domain/rows';
import type { BulkChange } from '#domain/transactions/bulk-change';
import { readActions } from '#store/actions/actions';
import { setStatus } from '#store/commands/transactions/status-set';
import { changeTransactions } from '#store/commands/transactions/transactions-change';
import { deleteTransactions } from '#store/commands/transactions/transactions-delete';
import { strike } from '../faults/strikes.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { type Choice, dateIn, pick } from './choice.ts';
import { transactionsOn } from './rows-on-device.ts';
import type { Stage } from './stage.ts';

export async function doManyDeed(world: Stage, device: SimulatedDevice, choice: Choice): Promise<void> {
  const rows = selected(await transactionsOn(device), choice);
  if (rows.length < 2) return;
  if (choice.deed === 'rows.delete') return remove(world, device, rows);
  if (choice.deed === 'rows.tick') return tick(world, device, rows, choice);
  return change(world, device, rows, choice);
}

/** All rows, or every second one: people select what they see. */
function selected(rows: readonly TransactionRow[], { a, b }: Choice): TransactionRow[] {
  const own = new Map(rows.map((row) => [row.id, row]));
  return [...own.values()].filter((_, at) => a === 0 || (at + b) % 2 === 0);
}

async function change(world: Stage, device: SimulatedDevice, rows: TransactionRow[], choice: Choice): Promise<void> {
  const wanted = await changeBy(world, device, choice);
  const outcome = await world.command(device, (db, actor, now) =>
    changeTransactions(db, actor, { rows, change: wanted }, now),
  );
  if (!outcome.ok) return;
  noteParts(device);
  if (world.isSyncing || outcome.count === 0) return;
  const field = wanted.field;
  const before = new Map(rows.map((row) => [row.id, row]));
  const changed = (await transactionsOn(device)).filter((row) => {
    const was = before.get(row.id);
    return was !== undefined && was[field] !== row[field];
  });
  expect(new Set(changed.map(({ id }) => id)).size, 'rows that show the change').toBe(outcome.count);
}

async function changeBy(world: Stage, { db }: SimulatedDevice, { a, b }: Choice): Promise<BulkChange> {
  const fresh = world.newNumber();
  const category = pick(await db.categories.orderBy('id').toArray(), a + b);
  const accountId = pick(await db.accounts.orderBy('id').primaryKeys(), b);
  const { id: categoryId = null, name = 'Food', type = 'expense' } = category ?? {};
  const changes: BulkChange[] = [
    { field: 'description', description: `d${fresh}` },
    { field: 'category', type, category: name, categoryId },
    { field: 'date', date: dateIn(b) },
    { field: 'notes', notes: `n${fresh}` },
    { field: 'status', status: b % 2 === 0 ? 'cleared' : 'open' },
    ...(accountId ? [{ field: 'accountId' as const, accountId }] : []),
  ];
  return pick(changes, b) ?? { field: 'notes', notes: `n${fresh}` };
}

async function tick(world: Stage, device: SimulatedDevice, rows: TransactionRow[], { b }: Choice): Promise<void> {
  const meant = rows.filter(({ status }) => status !== 'reconciled');
  const status = b % 2 === 0 ? 'cleared' : 'open';
  const outcome = await world.command(device, (db, actor, now) => setStatus(db, actor, { rows: meant, status }, now));
  if (!outcome.ok || outcome.mutationId === null) return;
  noteParts(device);
  if (world.isSyncing) return;
  const ids = new Set(meant.map(({ id }) => id));
  const others = (await transactionsOn(device)).filter((row) => ids.has(row.id) && row.status !== status);
  expect(others, 'rows without the tick').toEqual([]);
}

async function remove(world: Stage, device: SimulatedDevice, rows: TransactionRow[]): Promise<void> {
  const meant = rows.filter(({ nature }) => nature !== 'transfer').slice(0, 3);
  const outcome = await world.command(device, (db, actor, now) => deleteTransactions(db, actor, { rows: meant }, now));
  if (!outcome.ok) return;
  for (const row of meant) world.erased.push({ row, by: device });
  noteParts(device);
  if (world.isSyncing) return;
  const ids = new Set(meant.map(({ id }) => id));
  expect(
    (await transactionsOn(device)).filter(({ id }) => ids.has(id)),
    'rows that are still there',
  ).toEqual([]);
}

/** One command may need more mutations than one, and says so by nothing. */
function noteParts({ db }: SimulatedDevice): void {
  const [deed] = readActions(db);
  if ((deed?.parts.length ?? 0) > 1) strike('a deed with more rows than one mutation takes');
  if ((deed?.parts[0]?.operations.length ?? 0) > 1) strike('a mutation of many rows');
}
