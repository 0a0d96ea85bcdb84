/** The checks for a world where everybody is online and quiet. */
import { expect } from 'vitest';
import { importedId } from '#domain/ids/imported-id';
import type { ReconciliationRow, TransactionRow } from '#domain/rows';
import type { OutboxEntry } from '#store/database/records';
import { readKeys } from '#store/imports/replayed-keys';
import { readSums, readTotals } from '#store/ledger/ledger';
import { visibleInvitations } from '../fake/invitations.ts';
import { scopesOf, withOwner } from '../fake/pull.ts';
import type { State } from '../fake/state.ts';
import { PEOPLE } from '../people.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { shownInBudget, wrongInBooks, wrongInBudget } from './books.ts';
import { counted, countedLines, storedLines } from './recount.ts';
import { expectReports } from './reports-check.ts';
import type { World } from './world.ts';

const byId = <T extends { id: string }>(rows: Iterable<T>) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));

export async function expectGuarantees(world: World): Promise<void> {
  const state = await world.server.state();
  const { transactions, reconciliations } = state.tables;
  expect(
    wrongInBooks({ transactions: [...transactions.values()], reconciliations: [...reconciliations.values()] }),
  ).toEqual([]);
  await expectServerSums(world, state);
  const now = new Date(world.clock.now).toISOString();
  for (const device of world.devices) {
    await device.db.transaction('r', device.db.tables, async () => expectReplica(state, device, now));
  }
  for (const [id, device] of world.intents) await expectVerdict(world, device, id);
}

/** What the server adds up equals a recount (G7). */
async function expectServerSums({ server }: World, state: State): Promise<void> {
  for (const { userId } of PEOPLE) {
    const sums = await server.as(userId).sums();
    for (const view of scopesOf(state, userId)) {
      const visible = visibleIn(state, view);
      const { income, expense, balance, count } = counted(visible);
      const { transactions, income: cameIn, expenses: wentOut, regular, refunds } = sums[view.scope] ?? {};
      const [back, paidBack] = [refunds?.income ?? 0, refunds?.expenses ?? 0];
      expect(
        {
          transactions,
          balance: (cameIn ?? 0) - (wentOut ?? 0),
          income: (regular?.income ?? 0) - back - paidBack,
          expenses: (regular?.expenses ?? 0) - back - paidBack,
        },
        `sums of ${view.scope}`,
      ).toEqual({ transactions: count, balance, income, expenses: expense });
    }
  }
}

/** G3, G4, G6, G7: the device has all rows that its user may see and no others, and the sums are right. */
async function expectReplica(state: State, device: SimulatedDevice, now: string): Promise<void> {
  const { db } = device;
  const { tables } = state;
  const views = scopesOf(state, device.person.userId);
  expect((await db.cursors.toArray()).map((cursor) => cursor.scope).sort()).toEqual(
    views.map((view) => view.scope).sort(),
  );
  const months = new Set((await db.transactions.toCollection().primaryKeys()).map(([scope]) => scope));
  expect(views.map((view) => view.scope)).toEqual(expect.arrayContaining([...months]));
  const seen: TransactionRow[] = [];
  for (const view of views) {
    const visible = visibleIn(state, view);
    const rows = await device.rows(view.scope);
    expect(byId(rows)).toEqual(byId(visible));
    if (view.budgetId) expect(wrongInBudget(rows)).toEqual([]);
    else seen.push(...rows);
    const totals = await readTotals(db, view.scope);
    expect(totals.flatMap(({ month, lines }) => storedLines(lines, month)).sort()).toEqual(
      [...Map.groupBy(visible, (row) => row.date.slice(0, 7))].flatMap(([month, of]) => countedLines(of, month)).sort(),
    );
    expect(await readSums(db, view.scope)).toEqual(counted(visible));
  }
  expect(wrongInBooks({ transactions: seen, reconciliations: await db.reconciliations.toArray() })).toEqual([]);
  await expectReports(device, seen);
  const whole = new Set(views.filter((view) => !view.budgetId).map((view) => view.accountId));
  const budgets = new Set(views.map((view) => view.budgetId));
  const mine = <T extends { id: string; accountId: string }>(rows: Iterable<T>, inBudget: (row: T) => boolean) =>
    byId([...rows].filter((row) => whole.has(row.accountId) || inBudget(row)));
  expect(byId(await db.accounts.toArray())).toEqual(
    byId([...tables.accounts.values()].filter(({ id }) => whole.has(id)).map((row) => withOwner(state, row))),
  );
  expect(byId(await db.budgets.toArray())).toEqual(mine(tables.budgets.values(), (row) => budgets.has(row.id)));
  const needed = new Set([...budgets].map((id) => tables.budgets.get(id ?? '')?.categoryId));
  expect(byId(await db.categories.toArray())).toEqual(mine(tables.categories.values(), (row) => needed.has(row.id)));
  expect(byId(await db.memberships.toArray())).toEqual(
    mine(tables.memberships.values(), (row) => budgets.has(row.budgetId) && row.budgetId !== null),
  );
  expect(byId(await db.reconciliations.toArray()).map(statement)).toEqual(
    mine(tables.reconciliations.values(), () => false).map(statement),
  );
  expect(byId(await db.schedules.toArray())).toEqual(mine(tables.schedules.values(), () => false));
  await expectImports(state, device, whole);
  expect(byId(await db.invitations.toArray())).toEqual(byId(visibleInvitations(state, device.person.userId, now)));
  const open = (await db.outbox.toArray()).filter(
    ({ state, verdict }) => state === 'applied' || (!verdict && state !== 'lost'),
  );
  expect(open).toEqual([]);
  expect(await db.bases.count()).toBe(0);
}

/** Imports and keys of rows of files are those of the accounts that the user has as a whole, and of no other. */
async function expectImports({ tables, importKeys }: State, { db }: SimulatedDevice, whole: ReadonlySet<string>) {
  expect(byId(await db.imports.toArray())).toEqual(
    byId([...tables.imports.values()].filter((row) => whole.has(row.accountId))),
  );
  const pages = await db.importKeys.toArray();
  const accounts = new Set([...whole, ...pages.map(({ accountId }) => accountId)]);
  for (const accountId of accounts) {
    const told = [...(await readKeys(db, accountId)).values()].map(({ key, rowId, importId, fate }) => ({
      key,
      rowId: rowId ?? importedId(accountId, key),
      importId,
      fate,
    }));
    const known = [...importKeys.values()].filter((one) => whole.has(accountId) && one.accountId === accountId);
    const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1);
    expect(told.sort(byKey), `keys of ${accountId}`).toEqual(
      known.map(({ key, rowId, importId, fate }) => ({ key, rowId, importId, fate })).sort(byKey),
    );
  }
}

/** The transactions in a scope, as its user may see them. */
function visibleIn({ tables }: State, { accountId, budgetId }: ReturnType<typeof scopesOf>[number]): TransactionRow[] {
  const rows = [...tables.transactions.values()].filter((row) => row.accountId === accountId);
  const budget = tables.budgets.get(budgetId ?? '');
  if (!budget) return rows;
  const { categoryId } = budget;
  // Whose category is gone covers what was paid into it.
  const category = tables.categories.get(categoryId ?? '');
  const covered = { categoryName: categoryId === null ? null : (category?.name ?? ''), categoryType: category?.type };
  return rows.flatMap((row) => shownInBudget({ ...budget, ...covered }, row) ?? []);
}

/** A reconciliation without what the server tells of its rows. */
function statement({ id, accountId, version, date, balance }: ReconciliationRow) {
  return { id, accountId, version, date, balance };
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
