import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { makeDevice, type PulledScope } from './device.ts';
import { makeHousehold } from './household.ts';
import { insertAccount, insertTransaction, join, makeBudget, openAccount, type Person, transaction } from './people.ts';
import { fill, scopeOf, storedIds } from './pulled.ts';

let database: TestDatabase;
let ada: Person;
let eve: Person;
let household: string;

beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  ({ ada, eve, household } = await makeHousehold(database));
});

const months = (scope: PulledScope | undefined) =>
  [...new Set([...(scope?.transactions.values() ?? [])].map((row) => row.date.slice(0, 7)))].sort();

describe('the first pull', () => {
  test('brings whole months, newest first, and the totals of the others', async () => {
    await fill(ada, household, 6);
    const device = makeDevice(ada);
    const [answer] = (await device.pull(3)).scopes.filter((one) => one.scope === scopeOf(household));
    expect(answer).toMatchObject({ reset: true, more: true, role: 'owner', cursor: { before: '2026-05' } });
    expect(answer?.transactions.map((row) => row.date)).toEqual([
      '2026-06-28',
      '2026-06-01',
      '2026-05-28',
      '2026-05-01',
    ]);
    expect(answer?.totals?.map((line) => [line.month, line.cents, line.count]).sort()).toEqual([
      ['2026-01', 2500, 2],
      ['2026-02', 2500, 2],
      ['2026-03', 2500, 2],
      ['2026-04', 2500, 2],
    ]);
  });

  test('brings at least one month, however small the limit, and ends without totals', async () => {
    await fill(ada, household, 2);
    const device = makeDevice(ada);
    await device.pull(1);
    expect(months(device.scopes.get(scopeOf(household)))).toEqual(['2026-02']);
    const answer = await device.pull(1);
    expect(answer.scopes.find((one) => one.scope === scopeOf(household))).toMatchObject({
      totals: null,
      more: false,
      cursor: { before: null },
    });
    expect(months(device.scopes.get(scopeOf(household)))).toEqual(['2026-01', '2026-02']);
  });

  test('an account without transactions is complete at once', async () => {
    const answer = (await ada.pull()).scopes.find((one) => one.scope === scopeOf(household));
    expect(answer).toMatchObject({ transactions: [], totals: null, more: false, cursor: { before: null } });
    expect(answer?.accounts).toMatchObject([{ name: 'Household', ownerId: ada.id }]);
  });

  test('tells the totals of missing months again only when something has changed', async () => {
    await fill(ada, household, 4);
    const device = makeDevice(ada);
    const find = ({ scopes }: Awaited<ReturnType<typeof device.pull>>) =>
      scopes.find((one) => one.scope === scopeOf(household));
    expect(find(await device.pull(1))?.totals).toHaveLength(3);
    expect(find(await device.pull(1))).toMatchObject({ totals: null, more: true });
    expect(await recount(household)).toBe(device.balance(scopeOf(household)));
    await ada.push(insertTransaction(household, { date: '2026-06-15', amount: 300 }));
    expect(find(await device.pull(1))?.totals).toHaveLength(1);
    expect(await recount(household)).toBe(device.balance(scopeOf(household)));
  });

  test('while months are still missing, changes of loaded and missing months keep rows and totals exact', async () => {
    await fill(ada, household, 6);
    const device = makeDevice(ada);
    await device.pull(3);
    const loaded = [...(device.scopes.get(scopeOf(household))?.transactions.values() ?? [])];
    const [newest, , older] = loaded;
    if (!newest || !older) throw new Error('Nothing was loaded.');
    await ada.push(
      insertTransaction(household, { date: '2026-06-15', amount: 300 }),
      insertTransaction(household, { date: '2026-01-15', amount: 400 }),
      { kind: 'delete', table: 'transactions', id: newest.id },
      {
        kind: 'patch',
        table: 'transactions',
        id: older.id,
        seen: older.version,
        before: { date: older.date },
        after: { date: '2026-02-10' },
      },
    );
    await device.pull(1);
    expect(await recount(household)).toBe(device.balance(scopeOf(household)));
    await device.pullAll(1);
    expect(device.ids(scopeOf(household))).toEqual(await storedIds(database, household));
  });
});

describe('a later pull', () => {
  test('brings only what changed, and nothing when nothing did', async () => {
    await fill(ada, household, 1);
    const device = makeDevice(ada);
    await device.pullAll();
    const row = transaction(household);
    await ada.push({ kind: 'insert', table: 'transactions', row });
    const find = (answer: Awaited<ReturnType<typeof device.pull>>) =>
      answer.scopes.find((one) => one.scope === scopeOf(household));
    expect(find(await device.pull())).toMatchObject({
      reset: false,
      transactions: [{ id: row.id }],
      accounts: [],
      categories: [],
      totals: null,
    });
    expect(find(await device.pull())).toMatchObject({ transactions: [], removals: [], more: false });
  });

  test('that the limit cut goes on where it was cut, and misses nothing', async () => {
    const device = makeDevice(ada);
    await device.pullAll();
    await fill(ada, household, 6);
    const first = (await device.pull(5)).scopes.find((one) => one.scope === scopeOf(household));
    expect(first?.transactions).toHaveLength(5);
    expect(first).toMatchObject({ more: true, cursor: { version: first?.transactions.at(-1)?.version } });
    await device.pullAll(5);
    expect(device.ids(scopeOf(household))).toEqual(await storedIds(database, household));
  });

  test('a transaction that leaves its month comes with a tombstone for its old page', async () => {
    const row = transaction(household, { date: '2026-11-02' });
    await ada.push({ kind: 'insert', table: 'transactions', row });
    const device = makeDevice(ada);
    await device.pullAll();
    await ada.push({
      kind: 'patch',
      table: 'transactions',
      id: row.id,
      seen: 0,
      before: { date: '2026-11-02' },
      after: { date: '2026-10-31' },
    });
    const answer = (await device.pull()).scopes.find((one) => one.scope === scopeOf(household));
    expect(answer?.removals).toMatchObject([{ kind: 'transaction', id: row.id, date: '2026-11-02' }]);
    expect(answer?.transactions).toMatchObject([{ id: row.id, date: '2026-10-31' }]);
  });

  test('a transaction that moves to another account leaves the first and arrives in the second', async () => {
    const other = await openAccount(ada, 'Other');
    const row = transaction(household);
    await ada.push({ kind: 'insert', table: 'transactions', row });
    const device = makeDevice(ada);
    await device.pullAll();
    const verdict = await ada.push({
      kind: 'patch',
      table: 'transactions',
      id: row.id,
      seen: 0,
      before: { accountId: household },
      after: { accountId: other },
    });
    expect(verdict.status === 'applied' && Object.keys(verdict.versions).sort()).toEqual([household, other].sort());
    await device.pull();
    expect(device.ids(scopeOf(household))).toEqual([]);
    expect(device.ids(scopeOf(other))).toEqual([row.id]);
  });

  test('deleted categories, budgets and memberships come as tombstones', async () => {
    const budget = await makeBudget(ada, household, null);
    const membership = await join(ada, eve, 'viewer', household);
    const device = makeDevice(ada);
    await device.pullAll();
    const [category] = await ada.sql`insert into categories (account_id, name, type)
        values (${household}, 'Pets', 'expense') returning category_id as id`;
    await ada.sql`delete from categories where category_id = ${category?.id}`;
    await ada.sql`delete from budgets where budget_id = ${budget}`;
    await ada.sql`delete from memberships where membership_id = ${membership}`;
    const answer = (await device.pull()).scopes.find((one) => one.scope === scopeOf(household));
    expect(answer?.removals.map(({ kind, id }) => [kind, id])).toEqual([
      ['category', category?.id],
      ['budget', budget],
      ['membership', membership],
    ]);
  });

  test("an account made under the id of somebody else's deleted one reveals nothing of that one", async () => {
    await openAccount(ada, 'Other');
    const row = transaction(household);
    await ada.push({ kind: 'insert', table: 'transactions', row });
    await ada.push({ kind: 'delete', table: 'transactions', id: row.id });
    await ada.push({ kind: 'delete', table: 'accounts', id: household });
    expect(await eve.push(insertAccount(eve.id, household))).toMatchObject({ reason: 'duplicate' });
    // Nobody remembers whose it was.
    await database.sql`select collect_garbage('-1 second')`;
    expect(await eve.push(insertAccount(eve.id, household))).toMatchObject({ status: 'applied' });
    const { id } = row;
    expect(
      await eve.push({
        kind: 'patch',
        table: 'transactions',
        id,
        seen: 1,
        before: { amount: 1250 },
        after: { amount: 9 },
      }),
    ).toMatchObject({ status: 'rejected', reason: 'gone' });
    const removals = await database.sql`select from private.removals where account_id = ${household}`;
    expect(removals).toHaveLength(0);
  });

  test('a deleted account is simply absent', async () => {
    await openAccount(ada, 'Other');
    const device = makeDevice(ada);
    await device.pullAll();
    await ada.push({ kind: 'delete', table: 'accounts', id: household });
    expect((await device.pull()).scopes.map((one) => one.scope)).not.toContain(scopeOf(household));
  });

  test('sync_heads tells the head of every scope', async () => {
    await fill(ada, household, 1);
    const heads = Object.fromEntries((await ada.pull()).scopes.map((one) => [one.scope, one.head]));
    const [row] = await ada.sql`select sync_heads() as heads`;
    expect(row?.heads).toEqual(heads);
  });
});

/** The sum in cents. */
async function recount(accountId: string): Promise<number> {
  const [row] = await database.sql`
    select (coalesce(sum(case type when 'credit' then amount else -amount end), 0) * 100)::int as cents
    from transactions where account_id = ${accountId}`;
  return row?.cents;
}
