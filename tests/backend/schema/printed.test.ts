/** supabase/schema shows the database of today, so nobody has to read all migrations for it. */
import { readdirSync, readFileSync } from 'node:fs';
import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PrintedSchema, printSchema } from '../../schema/printed-schema.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';

const folder = new URL('../../../supabase/schema/', import.meta.url);

let database: TestDatabase;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

/** What is printed after these statements, which are undone again. */
async function printedAfter(statements: string): Promise<PrintedSchema> {
  let printed: PrintedSchema | undefined;
  const undone = new Error('undone');
  await database.sql
    .begin(async (sql: TransactionSql) => {
      await sql.unsafe(statements);
      printed = await printSchema(sql);
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
  if (!printed) throw new Error('Nothing was printed.');
  return printed;
}

test('the files of supabase/schema are what `npm run schema` prints', async () => {
  const { files } = await printSchema(database.sql);
  const kept = Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]),
  );
  expect(Object.keys(kept).sort(), 'Run `npm run schema`.').toEqual(Object.keys(files).sort());
  for (const [name, text] of Object.entries(files))
    expect(kept[name], `supabase/schema/${name} is old: run \`npm run schema\`.`).toBe(text);
});

test('each function, table, type and policy has one place, and each function and policy a comment', async () => {
  expect((await printSchema(database.sql)).problems).toEqual([]);
});

test('a file has at most 400 lines; a longer subject is split in tests/schema/subjects.ts', async () => {
  const { files } = await printSchema(database.sql);
  expect(Object.keys(files).length).toBeGreaterThan(20);
  expect(Object.keys(files).filter((name) => (files[name] ?? '').split('\n').length > 400)).toEqual([]);
});

test.each([
  [
    'a function without a place and a comment',
    'create function private.planted() returns void return null',
    [
      'No subject in tests/schema/subjects.ts names planted.',
      'planted has no comment: say in a migration what it does.',
    ],
  ],
  [
    'a table without a place',
    'create table public.planted (id uuid)',
    ['No subject in tests/schema/subjects.ts names planted.'],
  ],
  ['a sequence without a place', 'create sequence planted', ['No subject in tests/schema/subjects.ts names planted.']],
  [
    'a domain without a place',
    'create domain planted as text',
    ['No subject in tests/schema/subjects.ts names planted.'],
  ],
  [
    'a policy without a comment',
    'create policy planted on public.accounts for select using (true)',
    ['policy:accounts.planted has no comment: say in a migration what it does.'],
  ],
  [
    'a name that the database does not have',
    'drop function private.page_size',
    ['The subject history names page_size, which the database does not have.'],
  ],
])('%s is a problem', async (_what, statement, problems) => {
  expect((await printedAfter(statement)).problems).toEqual(problems);
});

test.each([
  ['a column', 'alter table public.accounts add planted integer', 'accounts'],
  ["a column's comment", "comment on column public.accounts.account_name is 'planted'", 'accounts'],
  ["a table's grant", 'grant update on public.accounts to anon', 'accounts'],
  ["a column's grant", 'grant update (balance) on public.accounts to anon', 'accounts'],
  ['a constraint', 'alter table public.accounts add constraint planted check (true)', 'accounts'],
  ['an index', 'create index planted on public.accounts (balance)', 'accounts'],
  ['a trigger', 'drop trigger before_write on public.accounts', 'accounts'],
  ['row-level security', 'alter table public.accounts disable row level security', 'accounts'],
  ['a publication', 'alter publication supabase_realtime add table public.accounts (account_id)', 'accounts'],
  [
    "a function's text",
    'create or replace function private.recount(p_account uuid) returns numeric return 1',
    'accounts',
  ],
  ["a function's grant", 'grant execute on function private.recount to public', 'accounts'],
  ['a policy', 'alter policy "read" on public.accounts using (true)', 'policies'],
  ["a schema's grant", 'grant usage on schema private to anon', 'policies'],
  ['a type', 'alter type private.client_account add attribute planted integer', 'client-rows'],
  ['a view', 'grant select on private.shared_views to anon', 'budgets'],
])('%s that changes, changes what is printed', async (_what, statement, subject) => {
  const before = (await printSchema(database.sql)).files;
  const { files } = await printedAfter(statement);
  expect(Object.keys(files).filter((name) => files[name] !== before[name])).toEqual([`${subject}.sql`]);
});
