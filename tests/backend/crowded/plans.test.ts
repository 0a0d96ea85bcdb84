/** Runs in the project `crowded` alone (vite.config.ts): how a read finds its few rows among 250,000 of strangers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { crowd, crowdIds } from '../../support/crowd.ts';
import { insertTransaction, join, makeBudget, makePerson, openAccount, type Person } from '../sql/people.ts';

let database: TestDatabase;
const people: Record<string, Person> = {};
let accountId: string;
let food: string;

/** Ada owns an account, Ben is a viewer of it, Cy has one budget of it, Gus has nothing. */
beforeAll(async () => {
  database = await startDatabase();
  const [ada, ben, cy, gus] = await Promise.all(['ada', 'ben', 'cy', 'gus'].map((name) => makePerson(database, name)));
  if (!ada || !ben || !cy || !gus) throw new Error('Somebody is missing.');
  Object.assign(people, { ada, ben, cy, gus });
  accountId = await openAccount(ada);
  food = await makeBudget(ada, accountId, 'Food');
  await join(ada, ben, 'viewer', accountId);
  await join(ada, cy, 'viewer', accountId, food);
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

/** What a pull reads: all rows of an account, or what one budget covers, of which the lines of splits are a part. */
test.each([
  ['ada', null],
  ['cy', 'food'],
])('a pull by %s of the budget %s reads transactions by an index', async (name, budget) => {
  const scope = `private.scope_transactions('${accountId}', ${budget ? `'${food}'` : 'null'})`;
  const explained = await people[name]?.sql.unsafe(`explain select * from ${scope} where version > 1`);
  const plan = explained?.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(new RegExp(`Index Cond: .*account_id = '${accountId}'`));
  expect(plan).not.toContain('Seq Scan on transactions');
  expect(plan).not.toContain('Function Scan on scope_transactions');
});

/** An import of rows that are there links each of them, so a push has hundreds of these reads. */
test('a push finds a row that an import links by its id', async () => {
  const link = JSON.stringify([{ kind: 'patch', table: 'transactions', id: crowdIds.first, key: 'k', after: {} }]);
  const explained = await people.ada?.sql.unsafe(`explain select * from private.keyed_operations('${link}'::jsonb)`);
  const plan = explained?.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Cond: (transaction_id = ');
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
