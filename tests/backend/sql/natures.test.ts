import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { enter, makeHousehold, patch } from './household.ts';
import { join, noCursors, openAccount, type Person, transaction } from './people.ts';

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
/** The refusal of everything that a nature forbids. */
const REFUSED = { code: 'PT400', detail: 'invalid' };

describe('the table API', () => {
  const add = (columns: Record<string, string>) => {
    const row = { account_id: household, type: 'debit', amount: '1', transaction_date: '2026-11-02', ...columns };
    return ada.sql`insert into transactions ${ada.sql({ ...row })}`;
  };

  test('[S64d] adds regular transactions, and refuses all others alike', async () => {
    await add({ nature: 'regular' });
    const transfer_id = crypto.randomUUID();
    await expect(add({ nature: 'opening' })).rejects.toMatchObject(REFUSED);
    await expect(add({ nature: 'transfer', transfer_id })).rejects.toMatchObject(REFUSED);
    await expect(add({ nature: 'adjustment' })).rejects.toMatchObject(REFUSED);
  });

  test('[S64d, S64e] changes no nature, and of another nature no type, category or account', async () => {
    const [regular, opening] = [
      await enter(ada, household),
      await enter(ada, household, { nature: 'opening', amount: 500 }),
    ];
    const change = (id: string, columns: Record<string, string>) =>
      ada.sql`update transactions set ${ada.sql(columns)} where transaction_id = ${id}`;
    await expect(change(regular, { nature: 'adjustment' })).rejects.toMatchObject(REFUSED);
    await expect(change(opening, { nature: 'regular' })).rejects.toMatchObject(REFUSED);
    await expect(change(opening, { type: 'credit' })).rejects.toMatchObject(REFUSED);
    await expect(ada.sql`update transactions set metadata = '{"category_name": "Rent"}'
      where transaction_id = ${opening}`).rejects.toMatchObject(REFUSED);
    expect((await change(opening, { amount: '7' })).count).toBe(1);
    const [account] = await ada.sql`select balance from accounts where account_id = ${household}`;
    expect(account).toEqual({ balance: '-19.50' });
  });

  test('[S64c] shows a member of a budget regular transactions alone', async () => {
    const regular = await enter(ada, household, { category: 'Food' });
    await enter(ada, household, { category: 'Food', nature: 'opening' });
    await join(ada, eve, 'admin', household, food);
    const rows = await eve.sql`select transaction_id as id from transactions`;
    expect(rows).toEqual([{ id: regular }]);
    const counted = await eve.sql`select count(*)::int as count, sum(amount) as sum from transactions`;
    expect(counted).toEqual([{ count: 1, sum: '12.50' }]);
  });
});

/** A transfer of 7.00 from the household to another account of Ada's, with a category that the budget covers. */
async function enterTransfer() {
  const shop = await openAccount(ada, 'Shop');
  const linked = { nature: 'transfer', transferId: crypto.randomUUID(), category: 'Food', amount: 700 } as const;
  const from = transaction(household, { ...linked, description: 'Move' });
  const to = transaction(shop, { ...linked, type: 'income', description: 'Secret', date: '2026-11-04' });
  const sides = [from, to].map((row) => ({ kind: 'insert', table: 'transactions', row }) as const);
  expect(await ada.push(...sides)).toMatchObject({ status: 'applied' });
  return { shop, from, to };
}

const outcomeOf = (call: Promise<readonly object[]>) =>
  call.then(
    (rows) => rows.length,
    ({ code, detail, message }) => `${code} ${detail} ${message}`,
  );

describe('a transfer', () => {
  test('[S65d] tells who has one side nothing of the other at any door, whatever happens to it', async () => {
    const { shop, from, to } = await enterTransfer();
    await join(ada, eve, 'admin', household);
    const call = async (text: string) => (await eve.sql.unsafe(`select public.${text} as answer`))[0]?.answer;
    const doors = async () => {
      const { scopes, notices, invitations } = await eve.pull();
      return {
        pulled: { scopes, notices, invitations },
        tables: await eve.sql`select t.*, count(*) over () from transactions t`,
        balances: await eve.sql`select account_id, balance from accounts where owner_id <> ${eve.id}`,
        details: await eve.sql`select * from transaction_details`,
        sums: await call('sync_sums()'),
        heads: await call('sync_heads()'),
        history: await call(`transaction_history('${from.id}')`),
        activity: await call(`account_activity('${household}')`),
      };
    };
    const before = await doors();
    expect(before.tables).toHaveLength(1);
    for (const secret of [shop, to.id, 'Secret', 'Shop', '2026-11-04']) {
      expect(JSON.stringify(before)).not.toContain(secret);
    }
    await ada.push(patch(to.id, 99, { amount: 700, type: 'income' }, { amount: 900, type: 'income' }));
    await ada.push(patch(to.id, 99, { date: '2026-11-04' }, { date: '2026-11-05' }));
    expect(await doors()).toEqual(before);
    await ada.push({ kind: 'delete', table: 'transactions', id: to.id });
    expect(await doors()).toEqual(before);
  });

  test('[S65d, S65h] refuses what names the other side like what names nothing', async () => {
    const { from, to } = await enterTransfer();
    await join(ada, eve, 'admin', household);
    const amount = (id: string) => patch(id, 99, { amount: 700, type: 'expense' }, { amount: 1, type: 'expense' });
    const tries = async (id: string) => [
      await eve.push(amount(from.id), amount(id)),
      await eve.push(
        { kind: 'delete', table: 'transactions', id: from.id },
        { kind: 'delete', table: 'transactions', id },
      ),
      await eve.push({ ...amount(from.id), undo: true }, { ...amount(id), undo: true }),
      await outcomeOf(eve.sql`select public.transaction_history(${id})`),
      await outcomeOf(eve.sql`select * from transactions where transaction_id = ${id}`),
      await outcomeOf(eve.sql`update transactions set amount = 1 where transaction_id = ${id} returning 1`),
      await outcomeOf(eve.sql`delete from transactions where transaction_id = ${id} returning 1`),
    ];
    const withoutId = (all: Awaited<ReturnType<typeof tries>>) =>
      all.map((one) => (typeof one === 'object' ? { ...one, id: '' } : one));
    const unknown = withoutId(await tries(crypto.randomUUID()));
    expect(withoutId(await tries(to.id))).toEqual(unknown);
    expect(unknown.slice(0, 3)).toMatchObject([{ reason: 'gone' }, { reason: 'gone' }, { reason: 'gone' }]);
    await ada.push({ kind: 'delete', table: 'transactions', id: to.id });
    expect(withoutId(await tries(to.id))).toEqual(unknown);
  });

  test('[S64c] is not for who has only a budget, also where the category is the same', async () => {
    const { from } = await enterTransfer();
    await join(ada, eve, 'admin', household, food);
    expect(await eve.sql`select 1 from transactions`).toEqual([]);
    const { scopes } = await eve.pull();
    expect(scopes.flatMap(({ transactions }) => transactions)).toEqual([]);
    expect(JSON.stringify(scopes)).not.toContain(from.id);
  });
});

describe('a device of protocol 4', () => {
  test('[S43b, S43c] gets an opening balance as income, and its totals are not apart', async () => {
    await enter(ada, household, { type: 'income', amount: 500, nature: 'opening', date: '2020-01-05' });
    await enter(ada, household, { type: 'income', amount: 25, date: '2020-01-06' });
    const [row] = await ada.sql`
      select public.sync_pull(${ada.id}, ${JSON.stringify(OLDER)}::text::jsonb, 5000) #> '{scopes,0,transactions}'
        as columns`;
    expect(Object.keys(row?.columns).sort()).toEqual(
      'amount budgetId category createdAt date description id notes type userEmail userId version'.split(' '),
    );
    await enter(ada, household);
    const [scope] = (await ada.pull(OLDER, 1)).scopes;
    expect(scope?.totals).toEqual([
      {
        month: '2020-01',
        nature: 'regular',
        refund: false,
        type: 'income',
        category: 'Food',
        budgetId: null,
        cents: 525,
        count: 2,
        lines: 2,
      },
    ]);
  });

  test('[S43d] gets the natures of its rows when it comes with this protocol, and once', async () => {
    const opening = await enter(ada, household, { nature: 'opening' });
    await enter(ada, household);
    const { epoch, scopes } = await ada.pull(OLDER);
    const [before] = scopes;
    if (!before) throw new Error('no scope');
    const cursors = { protocol: 5, epoch, scopes: { [before.scope]: before.cursor } };
    const [first] = (await ada.pull(cursors)).scopes;
    expect(first).toMatchObject({ reset: false, transactions: [{ id: opening, nature: 'opening' }] });
    if (!first) throw new Error('no scope');
    const [again] = (await ada.pull({ ...cursors, scopes: { [first.scope]: first.cursor } })).scopes;
    expect(again?.transactions).toEqual([]);
  });

  test('[S43e] brings an opening balance back as one', async () => {
    const { nature, transferId, ...row } = transaction(household, { nature: 'opening' });
    await ada.push({ kind: 'insert', table: 'transactions', row: { ...row, nature, transferId } });
    await ada.push({ kind: 'delete', table: 'transactions', id: row.id });
    const restore = [
      {
        id: crypto.randomUUID(),
        editedAt: new Date().toISOString(),
        operations: [{ kind: 'restore', table: 'transactions', row }],
      },
    ];
    await ada.sql`select public.sync_push(${ada.id}, 4, ${JSON.stringify(restore)}::text::jsonb)`;
    const [stored] = await database.sql`select nature from transactions where transaction_id = ${row.id}`;
    expect(stored).toEqual({ nature: 'opening' });
  });

  test('[S64e] does not give an opening balance another category or type, and its edit is rejected', async () => {
    const opening = await enter(ada, household, { nature: 'opening' });
    const named = patch(opening, 1, { category: 'Food' }, { category: 'Housing' });
    expect(await ada.push(named)).toMatchObject({ status: 'rejected', reason: 'invalid' });
    const turned = patch(opening, 1, { amount: 1250, type: 'expense' }, { amount: 1250, type: 'income' });
    expect(await ada.push(turned)).toMatchObject({ status: 'rejected', reason: 'invalid' });
  });
});
