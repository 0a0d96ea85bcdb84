import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TransactionLine } from '#domain/rows';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { enter, makeHousehold, patch } from './household.ts';
import { insertTransaction, join, makeBudget, noCursors, type Person, transaction } from './people.ts';

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

const OLDER = { ...noCursors, protocol: 4 };

const line = (category: string, cents: number, note = ''): TransactionLine => ({
  id: crypto.randomUUID(),
  category,
  cents,
  note,
});
/** 12.50, of which 7.50 is Food. */
const split = () => ({
  category: 'Split',
  lines: [line('Food', 500), line('Food', 250), line('Housing', 500, 'secret')],
});

const kept = (id: string) => database.sql`
  select category_name as category, (amount * 100)::int as cents, note, created_by_email as contributor
  from transaction_lines where transaction_id = ${id} order by cents desc, category`;

describe('the table API', () => {
  test('[S66h] writes no lines, and no amount, type or category of a row that has them', async () => {
    const id = await enter(ada, household, split());
    const lines = ada.sql.json([]);
    const row = { account_id: household, type: 'debit', amount: '1', transaction_date: '2026-11-02' };
    await expect(ada.sql`insert into transactions ${ada.sql({ ...row, lines })}`).rejects.toMatchObject({
      code: '42501',
    });
    const change = (columns: Record<string, string>) =>
      ada.sql`update transactions set ${ada.sql(columns)} where transaction_id = ${id}`;
    await expect(ada.sql`update transactions set lines = null where transaction_id = ${id}`).rejects.toMatchObject({
      code: '42501',
    });
    for (const columns of [{ amount: '7' }, { type: 'credit' }]) {
      await expect(change(columns)).rejects.toMatchObject({ code: '23514', constraint_name: 'transactions_lines' });
    }
    await expect(ada.sql`update transactions set metadata = '{"category_name": "Food"}'
      where transaction_id = ${id}`).rejects.toMatchObject({ code: '23514' });
    expect((await change({ description: 'Market', transaction_date: '2026-11-05' })).count).toBe(1);
    expect(await kept(id)).toHaveLength(3);
  });

  test('[S66f] shows a member of a budget the lines that it covers, and no row of a split', async () => {
    const id = await enter(ada, household, { ...split(), description: 'Market', notes: 'private' });
    await join(ada, eve, 'admin', household, food);
    await ada.sql`insert into categories (account_id, name, type) values (${household}, 'Split', 'expense')`;
    await join(ada, eve, 'admin', household, await makeBudget(ada, household, 'Split'));
    expect(await eve.sql`select transaction_id from transactions`).toEqual([]);
    const seen = await eve.sql`select * from transaction_lines order by amount`;
    expect(seen.map(({ amount, category_name }) => [amount, category_name])).toEqual([
      ['2.50', 'Food'],
      ['5.00', 'Food'],
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/Market|private|secret|12\.50/);
    await expect(eve.sql`delete from transaction_lines`).rejects.toMatchObject({ code: '42501' });
    await expect(ada.sql`update transaction_lines set amount = 1`).rejects.toMatchObject({ code: '42501' });
    expect((await eve.sql`update transactions set description = 'x' where transaction_id = ${id}`).count).toBe(0);
    expect(await ada.sql`select * from transaction_lines`).toHaveLength(3);
  });
});

test('the copies of lines follow their row: its edits, its contributor, and its end', async () => {
  const fields = split();
  const id = await enter(ada, household, fields);
  expect(await kept(id)).toMatchObject([{ category: 'Food', cents: 500, contributor: ada.email }, {}, {}]);
  const lines = [line('Food', 1000), line('Utilities', 250)];
  const bound = { amount: 1250, type: 'expense', category: 'Split' };
  await ada.push({ ...patch(id, 99, {}, {}), before: { ...bound, lines: fields.lines }, after: { ...bound, lines } });
  expect(await kept(id)).toMatchObject([{ cents: 1000 }, { category: 'Utilities' }]);
  await database.sql`update transactions set created_by_email = null where transaction_id = ${id}`;
  expect(await kept(id)).toMatchObject([{ contributor: null }, { contributor: null }]);
  await ada.push({ kind: 'delete', table: 'transactions', id });
  expect(await kept(id)).toEqual([]);
});

test('[S66g] totals of months that are away equal a recount, for members and for a budget', async () => {
  await enter(ada, household, { ...split(), date: '2020-01-05' });
  await enter(ada, household, { category: 'Food', amount: 100, date: '2020-01-06' });
  await enter(ada, household);
  const member = (await ada.pull(noCursors, 1)).scopes[0]?.totals ?? [];
  const shape = (totals: typeof member) =>
    totals.map(({ category, cents, count, lines }) => [category, cents, count, lines]).sort();
  expect(shape(member)).toEqual([
    ['Food', 850, 1, 3],
    ['Housing', 500, 0, 1],
    ['Split', 0, 1, 0],
  ]);
  await join(ada, eve, 'viewer', household, food);
  const away = (await eve.pull(noCursors, 1)).scopes[0]?.totals ?? [];
  expect(shape(away)).toEqual([['Food', 850, 2, 3]]);
  const [sums] = await eve.sql`select public.sync_sums() -> ${`budget:${food}`} as sums`;
  expect(sums?.sums).toMatchObject({ transactions: 3, income: 0, expenses: 850 + 1250 });
});

test('who has only a budget counts no transactions of its account', async () => {
  await enter(ada, household);
  await join(ada, eve, 'admin', household, food);
  const counted = ({ sql }: Person) => sql`
    select count(*)::int as groups, private.month_in_account(${household}, 'infinity', 0) is not null as has_month
    from private.counts_of_account(${household}, 'infinity')`;
  expect(await counted(ada)).toEqual([{ groups: 1, has_month: true }]);
  expect(await counted(eve)).toEqual([{ groups: 0, has_month: false }]);
});

describe('a device of protocol 4', () => {
  test('[S66i, S43b] sees one row of the category Split, also in totals', async () => {
    await enter(ada, household, { ...split(), date: '2020-01-05' });
    const [row] = await ada.sql`
      select public.sync_pull(${ada.id}, ${JSON.stringify(OLDER)}::text::jsonb, 9)
        #> '{scopes,0,transactions}' as columns`;
    expect(row?.columns).toMatchObject({ category: ['Split'], amount: [1250] });
    expect(Object.keys(row?.columns)).not.toContain('lines');
    await enter(ada, household);
    const totals = (await ada.pull(OLDER, 1)).scopes[0]?.totals;
    expect(totals).toMatchObject([{ category: 'Split', cents: 1250, count: 1 }]);
  });

  test('[S43d] gets the lines of its rows when it comes with this protocol', async () => {
    const id = await enter(ada, household, split());
    await enter(ada, household);
    const { epoch, scopes } = await ada.pull(OLDER);
    const [before] = scopes;
    if (!before) throw new Error('no scope');
    const cursors = { protocol: 5, epoch, scopes: { [before.scope]: before.cursor } };
    const [first] = (await ada.pull(cursors)).scopes;
    expect(first?.transactions).toMatchObject([{ id, lines: [{}, {}, {}] }]);
  });

  test('[S66c] has its edit of amount, type or category kept from a split, and of the date taken', async () => {
    const id = await enter(ada, household, split());
    const before = { amount: 1250, type: 'expense', category: 'Split', date: '2026-11-02' };
    const edit = patch(id, 99, before, { amount: 900, type: 'income', category: 'Food', date: '2026-11-03' });
    expect(await ada.push(edit)).toMatchObject({
      status: 'superseded',
      kept: { amount: 1250, type: 'expense', category: 'Split' },
    });
    const [row] =
      await database.sql`select amount, type, transaction_date::text as date, jsonb_array_length(lines) as lines
      from transactions where transaction_id = ${id}`;
    expect(row).toEqual({ amount: '12.50', type: 'debit', date: '2026-11-03', lines: 3 });
  });

  test('[S66e, S43e] brings a split back with its lines, and without them under another amount', async () => {
    const { nature, transferId, lines, ...row } = transaction(household, split());
    const restore = async (fields: object) => {
      await ada.push({ kind: 'delete', table: 'transactions', id: row.id });
      const operations = [{ kind: 'restore', table: 'transactions', row: { ...row, ...fields } }];
      const mutations = [{ id: crypto.randomUUID(), editedAt: new Date().toISOString(), operations }];
      await ada.sql`select public.sync_push(${ada.id}, 4, ${JSON.stringify(mutations)}::text::jsonb)`;
      return kept(row.id);
    };
    await ada.push(insertTransaction(household, { ...row, nature, transferId, lines }));
    expect(await restore({})).toHaveLength(3);
    expect(await restore({ amount: 999 })).toHaveLength(0);
  });
});
