/** What a pull reads grows with the number of scopes, not with its square: nobody holds a place by many accounts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { makePerson, noCursors, type Person } from './people.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());

/** How often a call asked for all scopes, and how many rows of accounts and their logs it read. */
async function readsOf({ id, email }: Person, call: string) {
  const claims = JSON.stringify({ sub: id, email, role: 'authenticated' });
  return database.sql.begin(async (sql) => {
    const counted = async () => {
      const [counts] = await sql<{ calls: number; rows: number }[]>`
        select coalesce((select calls::int from pg_stat_xact_user_functions
            where schemaname = 'private' and funcname = 'my_scopes'), 0) as calls,
          (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int from pg_stat_xact_all_tables
            where relname in ('accounts', 'account_log', 'memberships')) as rows`;
      return counts ?? { calls: 0, rows: 0 };
    };
    await sql`select set_config('track_functions', 'all', true), set_config('request.jwt.claims', ${claims}, true)`;
    const before = await counted();
    await sql`set local role authenticated`;
    const [row] = await sql.unsafe(`select ${call} as answer`);
    await sql`reset role`;
    const after = await counted();
    return { answer: row?.answer, calls: after.calls - before.calls, rows: after.rows - before.rows };
  });
}

async function withAccounts(count: number): Promise<Person> {
  const person = await makePerson(database, 'many');
  await person.sql`select count(create_account('Account ' || n)) from generate_series(1, ${count}) n`;
  return person;
}

test('a pull, the heads and the sums ask once for all scopes of their caller', async () => {
  const person = await withAccounts(20);
  for (const call of [
    `public.sync_pull('${person.id}', '${JSON.stringify(noCursors)}')`,
    'public.sync_heads()',
    'public.sync_sums()',
  ]) {
    expect([call, (await readsOf(person, call)).calls]).toEqual([call, 1]);
  }
});

test.each([
  ['a pull', ({ id }: Person) => `public.sync_pull('${id}', '${JSON.stringify(noCursors)}')`],
  ['the sums', () => 'public.sync_sums()'],
  ['the heads', () => 'public.sync_heads()'],
])('%s of many accounts reads a few rows for each, or the tables once', async (_what, call) => {
  const accounts = 80;
  const person = await withAccounts(accounts);
  const [there] = await database.sql<{ rows: number }[]>`
    select ((select count(*) from accounts) + (select count(*) from private.account_log)
      + (select count(*) from memberships))::int as rows`;
  const { rows } = await readsOf(person, call(person));
  // PostgreSQL may prefer to read a small table as a whole. For each account anew, that would be 80 times.
  expect(rows).toBeLessThan(10 * accounts + 3 * (there?.rows ?? 0));
});

test('what a pull looks at for a moment leaves its caller all that they see', async () => {
  const person = await withAccounts(3);
  const [seen] = await person.sql.begin(async (sql) => {
    await sql.unsafe(`select public.sync_pull('${person.id}', '${JSON.stringify(noCursors)}'), public.sync_sums()`);
    return sql`select count(*)::int as accounts from accounts`;
  });
  expect(seen).toEqual({ accounts: 3 });
});
