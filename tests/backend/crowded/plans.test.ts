/** Runs in the project `crowded` alone (vite.config.ts): how a read finds its few rows among 250,000 of strangers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { crowd, crowdIds } from '../../support/crowd.ts';
import { insertTransaction, join, makeBudget, makePerson, openAccount, type Person } from '../sql/people.ts';

let database: TestDatabase;
const people: Record<string, Person> = {};

/** Ada owns an account, Ben is a viewer of it, Cy has one budget of it, Gus has nothing. */
beforeAll(async () => {
  database = await startDatabase();
  const [ada, ben, cy, gus] = await Promise.all(['ada', 'ben', 'cy', 'gus'].map((name) => makePerson(database, name)));
  if (!ada || !ben || !cy || !gus) throw new Error('Somebody is missing.');
  Object.assign(people, { ada, ben, cy, gus });
  const accountId = await openAccount(ada);
  await join(ada, ben, 'viewer', accountId);
  await join(ada, cy, 'viewer', accountId, await makeBudget(ada, accountId, 'Food'));
  await ada.push(...['Food', 'Food', 'Housing'].map((category) => insertTransaction(accountId, { category })));
});
afterAll(() => database.stop());

test('there are 250,000 rows of strangers', async () => {
  const [row] = await database.sql`
    select count(*)::integer as rows from transactions where account_id between ${crowdIds.first} and ${crowdIds.last}`;
  expect(row).toEqual({ rows: crowd.accounts * crowd.transactionsEach });
});

/** The table API's statements for requests without a filter, with a page, with a count, and with another filter. */
const reads = {
  everything: 'select * from transactions',
  'the first page': 'select * from transactions order by transaction_date desc limit 1000 offset 0',
  'a count': 'select count(*) from transactions',
  'a category': `select * from transactions where category_name = 'Food'`,
  'a month': `select * from transactions where transaction_date between '2026-11-01' and '2026-11-30'`,
};
const seen: Record<string, number> = { ada: 3, ben: 3, cy: 2, gus: 0 };

describe.each(Object.entries(reads))('a read of %s', (_, query) => {
  test.each(Object.keys(seen))('by %s uses the index on the account', async (name) => {
    const plan = (await people[name]?.sql.unsafe(`explain ${query}`))?.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Cond: \(.*account_id = ANY/);
    expect(plan).not.toContain('Seq Scan on transactions');
  });
});

test.each(Object.entries(seen))('%s sees %i rows, and none of strangers', async (name, count) => {
  expect(await people[name]?.sql.unsafe(reads.everything)).toHaveLength(count);
});

test('without the policy that names the accounts, a read scans all rows', async () => {
  await database.sql.begin(async (sql) => {
    await sql`drop policy reach on public.transactions`;
    await sql`set local role authenticated`;
    await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: people.ada?.id })}, true)`;
    const plan = await sql.unsafe(`explain ${reads.everything}`);
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('Seq Scan on transactions');
    await sql`rollback`.catch(() => {});
  });
});
