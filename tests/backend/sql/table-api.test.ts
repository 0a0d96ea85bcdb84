import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { makePerson, openAccount, type Person } from './people.ts';

/** The calls of the specification's point 7, as the table API turns them into SQL. */
let database: TestDatabase;
let ada: Person;

beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  ada = await makePerson(database, 'ada');
});

describe('accounts', () => {
  test('create_account makes one; the first brings the built-in categories, the second does not', async () => {
    const [made] = await ada.sql`select *
        from create_account(p_account_name => 'Shop', p_account_type => 'business', p_description => null)`;
    expect(made).toMatchObject({
      account_name: 'Shop',
      account_type: 'business',
      balance: '0.00',
      description: null,
      account_number: null,
    });
    await openAccount(ada, 'Second');
    const rows = await ada.sql`select * from categories order by type, name`;
    expect(rows.map((row) => row.name)).toEqual(
      [
        [
          'Education',
          'Entertainment',
          'Food',
          'Healthcare',
          'Housing',
          'Other Expenses',
          'Transportation',
          'Utilities',
        ],
        ['Freelance', 'Gifts', 'Investments', 'Other Income', 'Salary'],
      ].flat(),
    );
    expect(rows.every((row) => row.account_id === made?.account_id)).toBe(true);
  });

  test('create_account with an id of a device makes that account, and only once', async () => {
    const id = crypto.randomUUID();
    const make = () => ada.sql`select account_id from create_account('Household', p_account_id => ${id})`;
    expect([...(await make()), ...(await make())]).toEqual([{ account_id: id }, { account_id: id }]);
    expect(await ada.sql`select from accounts`).toHaveLength(1);
  });

  test('create_account does not take the id of a stranger', async () => {
    const id = await openAccount(await makePerson(database, 'gus'));
    await expect(ada.sql`select create_account('Mine now', p_account_id => ${id})`).rejects.toMatchObject({
      code: '23505',
    });
  });

  test('a blank name is refused', async () => {
    await expect(ada.sql`select create_account('  ')`).rejects.toMatchObject({ code: '23514' });
  });

  test('get_or_create_default_account makes Personal with a known id, and then finds it', async () => {
    const second = await database.connectAs(ada.id, ada.email);
    const answers = await Promise.all(
      [ada.sql, second].map((sql) => sql`select get_or_create_default_account() as id`),
    );
    const [expected] = await database.sql`
      select extensions.uuid_generate_v5('8c3e5b0a-6f0e-5d0a-9a50-6d1c0c5f7e11', ${`account:${ada.id}`}) as id`;
    expect(answers.flat()).toEqual([expected, expected]);
    expect(await ada.sql`select account_name, account_type from accounts`).toEqual([
      { account_name: 'Personal', account_type: 'personal' },
    ]);
    expect(await ada.sql`select from categories`).toHaveLength(13);
  });

  test('the oldest of several accounts is the default', async () => {
    const first = await openAccount(ada, 'First');
    await openAccount(ada, 'Second');
    const [row] = await ada.sql`select get_or_create_default_account() as id`;
    expect(row?.id).toBe(first);
  });

  test('cannot be deleted when it is the last one', async () => {
    const id = await openAccount(ada);
    await expect(ada.sql`delete from accounts where account_id = ${id}`).rejects.toMatchObject({
      code: 'PT409',
      detail: 'last_account',
      message: 'You must have at least one account.',
    });
  });

  test('are deleted with their user', async () => {
    await openAccount(ada);
    await database.sql`delete from auth.users where id = ${ada.id}`;
    expect(await database.sql`select from accounts where owner_id = ${ada.id}`).toEqual([]);
  });
});

describe('transactions', () => {
  test('are written and read with the columns of the specification', async () => {
    const accountId = await openAccount(ada);
    const [made] = await ada.sql`
      insert into transactions (account_id, type, amount, transaction_date, description, category_id, metadata)
      values (${accountId}, 'debit', 12.5, '2026-11-02', 'Lunch', null,
        ${ada.sql.json({ category_name: 'Food', notes: '', source: 'ui' })})
      returning *`;
    expect(made).toMatchObject({ amount: '12.50', created_by: ada.id, created_by_email: ada.email });
    await ada.sql`update transactions set account_id = ${accountId}, type = 'credit', amount = 20,
      transaction_date = '2026-11-03', description = 'Refund',
      metadata = ${ada.sql.json({ category_name: 'Gifts' })} where transaction_id = ${made?.transaction_id}`;
    const rows = await ada.sql`
      select transaction_id, account_id, type, amount, transaction_date::text, description, metadata
        from transactions order by transaction_date desc`;
    expect(rows).toMatchObject([
      {
        type: 'credit',
        amount: '20.00',
        transaction_date: '2026-11-03',
        description: 'Refund',
        metadata: { category_name: 'Gifts' },
      },
    ]);
    expect(await ada.sql`select balance from accounts`).toEqual([{ balance: '20.00' }]);
  });

  test('without a category are Uncategorized', async () => {
    const accountId = await openAccount(ada);
    const [made] = await ada.sql`
      insert into transactions (account_id, type, amount, transaction_date)
        values (${accountId}, 'debit', 1, '2026-11-02') returning metadata`;
    expect(made).toEqual({ metadata: { category_name: 'Uncategorized' } });
  });

  test('belong to the publication that other clients listen to', async () => {
    expect(await database.sql`select tablename from pg_publication_tables where pubname = 'supabase_realtime'`).toEqual(
      [{ tablename: 'transactions' }],
    );
  });
});

describe('budgets and categories', () => {
  test('are made, changed and deleted with the columns of the specification', async () => {
    const accountId = await openAccount(ada);
    const [category] = await ada.sql`insert into categories (name, type, account_id)
        values ('Pets', 'expense', ${accountId}) returning *`;
    const [budget] = await ada.sql`
      insert into budgets (name, description, amount, category_id, account_id, currency_code, period_type, start_date)
      values ('Dog', null, 80, ${category?.category_id}, ${accountId}, 'USD', 'monthly', '2026-11-21') returning *`;
    expect(budget?.short_id).toBe(budget?.budget_id.slice(0, 7).toUpperCase());
    expect(await ada.sql`select budget_id from budgets where category_id = ${category?.category_id}`).toHaveLength(1);
    await expect(ada.sql`delete from categories where category_id = ${category?.category_id}`).rejects.toMatchObject({
      code: '23503',
    });
    await ada.sql`update budgets set name = 'Cat', amount = 70, category_id = null
      where budget_id = ${budget?.budget_id}`;
    await ada.sql`update categories set name = 'Animals' where category_id = ${category?.category_id}`;
    await ada.sql`delete from categories where category_id = ${category?.category_id}`;
    await ada.sql`delete from budgets where budget_id = ${budget?.budget_id}`;
    expect(await ada.sql`select from budgets`).toEqual([]);
  });

  test('a budget does not take the category of another account', async () => {
    const [one, two] = [await openAccount(ada, 'One'), await openAccount(ada, 'Two')];
    const attempt = ada.sql`insert into budgets (name, amount, account_id, category_id)
      values ('Mixed', 1, ${two}, (select category_id from categories where account_id = ${one} limit 1))`;
    await expect(attempt).rejects.toMatchObject({ code: '23503' });
  });
});
