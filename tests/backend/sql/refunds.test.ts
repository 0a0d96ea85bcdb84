import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { enter, makeHousehold, patch } from './household.ts';
import { join, noCursors, type Person, transaction } from './people.ts';

let database: TestDatabase;
let ada: Person;
let eve: Person;
let household: string;
let food: string;

beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  ({ ada, eve, household, food } = await makeHousehold(database));
});

/** Money that came back for Food. */
const BACK = { type: 'income', refund: true } as const;

type Metadata = Readonly<Record<string, string | boolean>>;

const isRefund = async (id: string) =>
  (await database.sql`select refund from transactions where transaction_id = ${id}`)[0]?.refund;

/** What a device of another protocol is told; the verdict as it came over the wire. */
async function pushed(person: Person, protocol: number, ...operations: object[]) {
  const mutations = [{ id: crypto.randomUUID(), editedAt: new Date().toISOString(), operations }];
  const [row] = await person.sql`
    select public.sync_push(${person.id}, ${protocol}, ${JSON.stringify(mutations)}::text::jsonb) #> '{verdicts,0}'
      as verdict`;
  return row?.verdict;
}

describe('the table API', () => {
  const add = (metadata: Metadata) =>
    ada.sql<{ id: string; refund: boolean }[]>`
      insert into transactions (account_id, type, amount, transaction_date, metadata)
      values (${household}, 'credit', 5, '2026-11-02', ${ada.sql.json(metadata)})
      returning transaction_id as id, refund`;
  const addRefund = async () => (await add({ category_name: 'Food', refund: true }))[0]?.id ?? '';

  test('[S78c] makes a refund by its metadata, and ends it by metadata without it', async () => {
    const id = await addRefund();
    expect(await isRefund(id)).toBe(true);
    const metadata = ada.sql.json({ category_name: 'Food' });
    await ada.sql`update transactions set metadata = ${metadata} where transaction_id = ${id}`;
    expect(await isRefund(id)).toBe(false);
  });

  test('[S78c] ends a refund by another type, and not by another amount', async () => {
    const id = await addRefund();
    await ada.sql`update transactions set amount = 7 where transaction_id = ${id}`;
    expect(await isRefund(id)).toBe(true);
    await ada.sql`update transactions set type = 'debit' where transaction_id = ${id}`;
    expect(await isRefund(id)).toBe(false);
  });

  test('[S78c] keeps a refund where a change of the type says so', async () => {
    const id = await addRefund();
    const metadata = ada.sql.json({ category_name: 'Salary', refund: true });
    await ada.sql`update transactions set type = 'debit', metadata = ${metadata} where transaction_id = ${id}`;
    expect(await isRefund(id)).toBe(true);
  });

  test('[S78b] takes no other value, and no refund that is a contribution', async () => {
    const refused = { code: '23514', constraint_name: 'transactions_refund' };
    await expect(add({ refund: 'yes' })).rejects.toMatchObject(refused);
    await expect(add({ refund: true, budget_id: food })).rejects.toMatchObject(refused);
    expect(await add({ refund: false })).toMatchObject([{ refund: false }]);
  });

  test('[S78e] shows a member of a budget the refunds of its category, and no income of its name', async () => {
    const back = await enter(ada, household, BACK);
    await enter(ada, household, { type: 'income' });
    await join(ada, eve, 'viewer', household, food);
    expect(await eve.sql`select transaction_id as id from transactions`).toEqual([{ id: back }]);
  });
});

describe('a device of protocol 5', () => {
  const OLDER = { ...noCursors, protocol: 5 };

  test('[S43f] gets a refund as plain income, in rows and totals', async () => {
    await enter(ada, household, { ...BACK, amount: 500, date: '2020-01-05' });
    await enter(ada, household, { type: 'income', amount: 25, date: '2020-01-06' });
    await enter(ada, household, BACK);
    const [row] = await ada.sql`
      select public.sync_pull(${ada.id}, ${JSON.stringify(OLDER)}::text::jsonb, 1) #> '{scopes,0}' as scope`;
    expect(JSON.stringify(row?.scope)).not.toContain('refund');
    expect(row?.scope.totals).toEqual([
      { month: '2020-01', type: 'income', category: 'Food', budgetId: null, cents: 525, count: 2 },
    ]);
    const [today] = (await ada.pull(noCursors, 1)).scopes;
    expect(today?.totals?.map(({ refund, cents }) => [refund, cents]).sort()).toEqual([
      [false, 25],
      [true, 500],
    ]);
  });

  test('[S43d] gets the refunds among its rows when it comes with this protocol, and once', async () => {
    const back = await enter(ada, household, BACK);
    await enter(ada, household);
    const { epoch, scopes } = await ada.pull(OLDER);
    const [before] = scopes;
    if (!before) throw new Error('no scope');
    const cursors = { ...noCursors, epoch, scopes: { [before.scope]: before.cursor } };
    const [first] = (await ada.pull(cursors)).scopes;
    expect(first).toMatchObject({ reset: false, transactions: [{ id: back, refund: true }] });
    if (!first) throw new Error('no scope');
    const [again] = (await ada.pull({ ...cursors, scopes: { [first.scope]: first.cursor } })).scopes;
    expect(again?.transactions).toEqual([]);
  });

  test('[S43f, S78c] ends a refund by another type, and is told of what stands without its name', async () => {
    const id = await enter(ada, household, BACK);
    const seen = { accountId: household, number: 0 };
    const [before, after] = [
      { amount: 1250, type: 'income' },
      { amount: 1250, type: 'expense' },
    ];
    const longAgo = { ...patch(id, 0, before, after), seen };
    await ada.push({ ...patch(id, 0, { ...before, refund: true }, { amount: 900, type: 'income' }), seen });
    const verdict = await pushed(ada, 5, longAgo);
    expect(JSON.stringify(verdict)).not.toContain('refund');
    expect(await isRefund(id)).toBe(verdict.status === 'superseded');
    await pushed(ada, 5, { ...longAgo, seen: { accountId: household, number: 99 } });
    expect(await isRefund(id)).toBe(false);
  });

  test('[S43e] brings a refund back as one', async () => {
    const { refund, ...row } = transaction(household, BACK);
    await ada.push({ kind: 'insert', table: 'transactions', row: { ...row, refund } });
    await ada.push({ kind: 'delete', table: 'transactions', id: row.id });
    await pushed(ada, 5, { kind: 'restore', table: 'transactions', row });
    expect(await isRefund(row.id)).toBe(true);
  });
});
