/** The checks for a world where everybody is online and quiet. */
import { expect } from 'vitest';
import type { OutboxEntry } from '#store/database/records';
import { readTotals, totalLines } from '#store/ledger/ledger';
import { covers } from '../fake/access.ts';
import { visibleInvitations } from '../fake/invitations.ts';
import { scopesOf } from '../fake/pull.ts';
import type { State } from '../fake/state.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import type { World } from './world.ts';

const byId = <T extends { id: string }>(rows: Iterable<T>) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));

export async function expectGuarantees(world: World): Promise<void> {
  const state = await world.server.state();
  const now = new Date(world.clock.now).toISOString();
  for (const device of world.devices) {
    await device.db.transaction('r', device.db.tables, async () => expectReplica(state, device, now));
  }
  for (const [id, device] of world.intents) await expectVerdict(world, device, id);
}

/** G3, G4, G6, G7: the device has all rows that its user may see and no others, and the sums are right. */
async function expectReplica(state: State, device: SimulatedDevice, now: string): Promise<void> {
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
  expect(byId(await db.invitations.toArray())).toEqual(byId(visibleInvitations(state, device.person.userId, now)));
  const open = (await db.outbox.toArray()).filter(
    ({ state, verdict }) => state === 'applied' || (!verdict && state !== 'lost'),
  );
  expect(open).toEqual([]);
  expect(await db.bases.count()).toBe(0);
}

/** G1: every mutation has one verdict. One that was not applied is still there with its content. */
async function expectVerdict({ sent, witness }: World, device: SimulatedDevice, id: string): Promise<void> {
  const entry = await device.db.outbox.get({ id });
  if (isForgotten(entry) || (!entry && witness.isCopyElsewhere(id))) return;
  const decided = sent.get(id) ?? witness.chronicle.verdictOn(id);
  if (decided?.status === 'applied') return expect(entry).toBeUndefined();
  // The server remembers no refusal of an invitation, so a request that comes twice may be refused for two reasons.
  const isOfInvitation = sent.has(id) && decided?.status === 'rejected';
  // A restored server may have forgotten its verdicts. The device has not.
  const verdict = isOfInvitation ? { status: 'rejected' } : (decided ?? expect.anything());
  expect(entry).toMatchObject({ verdict });
  expect(entry?.operations.length).toBeGreaterThan(0);
}

/** The server no longer knew whether it had carried it out. The user sees that, with the content. */
function isForgotten(entry: OutboxEntry | undefined): boolean {
  return entry?.verdict?.status === 'rejected' && entry.verdict.reason === 'forgotten' && entry.operations.length > 0;
}
