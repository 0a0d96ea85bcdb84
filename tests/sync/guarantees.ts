/** What must hold when everybody is online and quiet. */
import { expect } from 'vitest';
import { readTotals, totalLines } from '#store/ledger';
import { covers } from './fake/access.ts';
import { scopesOf } from './fake/pull.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import type { World } from './simulation.ts';

const byId = <T extends { id: string }>(rows: Iterable<T>) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));

export async function expectGuarantees(world: World): Promise<void> {
  for (const device of world.devices) await expectReplica(world, device);
  for (const [id, device] of world.intents) await expectVerdict(world, device, id);
}

/** G3, G4, G6, G7: the device has what its user may see, all of it and nothing else, and the sums are right. */
async function expectReplica({ server: { state } }: World, device: SimulatedDevice): Promise<void> {
  const { db } = device;
  const views = scopesOf(state, device.person.userId);
  expect((await db.cursors.toArray()).map((cursor) => cursor.scope).sort()).toEqual(
    views.map((view) => view.scope).sort(),
  );
  const months = new Set((await db.transactions.toCollection().primaryKeys()).map(([scope]) => scope));
  expect(views.map((view) => view.scope)).toEqual(expect.arrayContaining([...months]));
  for (const view of views) {
    const budget = view.budgetId ? state.tables.budgets.get(view.budgetId) : undefined;
    const visible = [...state.tables.transactions.values()].filter(
      (row) => row.accountId === view.accountId && (!budget || covers(state, budget, row)),
    );
    expect(byId(await device.rows(view.scope))).toEqual(byId(visible));
    const totals = (await readTotals(db, view.scope)).flatMap(({ month, lines }) =>
      lines.map((line) => ({ month, ...line })),
    );
    const counted = [...Map.groupBy(visible, (row) => row.date.slice(0, 7))].flatMap(([month, rows]) =>
      totalLines(rows).map((line) => ({ month, ...line })),
    );
    const key = (line: (typeof totals)[number]) => `${line.month} ${line.type} ${line.category} ${line.budgetId}`;
    const sorted = (lines: typeof totals) => lines.sort((a, b) => (key(a) < key(b) ? -1 : 1));
    expect(sorted(totals)).toEqual(sorted(counted));
  }
  const whole = new Set(views.filter((view) => !view.budgetId).map((view) => view.accountId));
  const budgets = new Set(views.map((view) => view.budgetId));
  const mine = <T extends { id: string; accountId: string }>(rows: Iterable<T>, inBudget: (row: T) => boolean) =>
    byId([...rows].filter((row) => whole.has(row.accountId) || inBudget(row)));
  const { tables } = state;
  expect(byId(await db.accounts.toArray())).toEqual(
    byId([...tables.accounts.values()].filter((account) => whole.has(account.id))),
  );
  expect(byId(await db.budgets.toArray())).toEqual(mine(tables.budgets.values(), (row) => budgets.has(row.id)));
  const needed = new Set([...budgets].map((id) => tables.budgets.get(id ?? '')?.categoryId));
  expect(byId(await db.categories.toArray())).toEqual(mine(tables.categories.values(), (row) => needed.has(row.id)));
  expect(byId(await db.memberships.toArray())).toEqual(
    mine(tables.memberships.values(), (row) => budgets.has(row.budgetId) && row.budgetId !== null),
  );
  const open = (await db.outbox.toArray()).filter((entry) => entry.state === 'applied' || !entry.verdict);
  expect(open).toEqual([]);
  expect(await db.bases.count()).toBe(0);
}

/** G1: every intent has one verdict; what was not applied is still there with its content. */
async function expectVerdict({ server: { state } }: World, device: SimulatedDevice, id: string): Promise<void> {
  const decided = state.ledger.get(`${device.person.userId} ${id}`);
  expect(decided).toBeDefined();
  const entry = await device.db.outbox.get({ id });
  if (decided?.verdict.status === 'applied') expect(entry).toBeUndefined();
  else expect(entry).toMatchObject({ verdict: decided?.verdict, operations: [expect.anything()] });
}
