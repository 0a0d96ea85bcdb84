/** A database of one's own (DATABASE_URL) that somebody prepared, and servers that share one. */
import { rm } from 'node:fs/promises';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openExternal } from '../../../supabase/embedded/postgres/database.ts';
import { migrate } from '../../../supabase/embedded/postgres/migrate.ts';
import { type PostgresServer, startPostgres } from '../../../supabase/embedded/postgres/postgres.ts';
import { UnsafeDatabase } from '../../../supabase/embedded/postgres/unsafe-database.ts';
import { readRequestSettings } from '../../../supabase/embedded/rest/request-settings.ts';
import { makeDataDir, startTestBackend } from '../../support/backend.ts';

let server: PostgresServer;
let folder: string;
const open: Sql[] = [];
let databases = 0;

beforeAll(async () => {
  folder = await makeDataDir();
  server = await startPostgres({ dataDir: folder, settings: { fsync: 'off' } });
});
afterEach(async () => {
  for (const sql of open.splice(0)) await sql.end({ timeout: 1 });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const urlOf = (name: string, user = 'supabase_admin', password = server.password) =>
  `postgres://${user}:${password}@localhost/${name}?host=${encodeURIComponent(server.socketFolder)}`;

function connect(name: string, role: 'supabase_admin' | 'authenticator' = 'supabase_admin'): Sql {
  const sql = openExternal(urlOf(name)).connect(role, { max: 2 });
  open.push(sql);
  return sql;
}

/** A database that nobody has used. */
async function makeDatabase(): Promise<{ name: string; sql: Sql }> {
  const name = `own_${++databases}`;
  await connect('postgres').unsafe(`create database ${name}`);
  return { name, sql: connect(name) };
}

const start = (databaseUrl: string) => startTestBackend({ databaseUrl });
const isUntouched = async (sql: Sql) =>
  (await sql`select from pg_namespace where nspname in ('supabase_migrations', 'private')`).length === 0;

/** Why a start on this database is refused. It changes nothing, or this fails. */
async function refusal(name: string, sql: Sql, url = urlOf(name)): Promise<string> {
  const error: unknown = await start(url).then(
    (backend) => backend.stop(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UnsafeDatabase);
  expect(await isUntouched(sql)).toBe(true);
  return error instanceof Error ? error.message : '';
}

describe('a start is refused, and changes nothing', () => {
  afterEach(async () => {
    const sql = connect('postgres');
    await sql.unsafe(
      'drop role if exists anon, authenticated, authenticator, service_role, embedded_api, postgres, bob',
    );
  });

  test.each([
    [
      'create role authenticated superuser',
      /the role authenticated is a superuser\. .*: alter role authenticated nosuperuser;$/,
    ],
    ['create role anon bypassrls', /role anon bypasses row security/],
    ['create role embedded_api createrole', /role embedded_api makes roles/],
    ['create role anon login', /role anon may log in/],
    ["create role authenticator login password 'known'", /role authenticator logs in with a password/],
    ["create role postgres login password 'known'", /role postgres logs in with a password/],
    ['create role bob login; create role postgres; grant postgres to bob', /bob is a member of postgres/],
    [
      'create role bob login; create role authenticated; grant authenticated to bob',
      /bob is a member of authenticated/,
    ],
    [
      'create role anon; grant pg_read_all_data to anon',
      /anon is a member of pg_read_all_data\. .*: revoke pg_read_all_data from anon;$/,
    ],
    ['create role authenticated; create role anon; grant authenticated to anon', /anon is a member of authenticated/],
  ])('by a cluster with %s', async (setUp, words) => {
    const { name, sql } = await makeDatabase();
    await sql.unsafe(setUp);
    expect(await refusal(name, sql)).toMatch(words);
  });

  test('to a user who is no superuser', async () => {
    const { name, sql } = await makeDatabase();
    await sql.unsafe("create role bob login createrole createdb password 'bobs'");
    expect(await refusal(name, sql, urlOf(name, 'bob', 'bobs'))).toMatch(/its user is no superuser/);
  });

  test.each([
    ['a schema', 'create schema auth authorization bob', /bob, who is no superuser, owns the schema auth/],
    [
      'a function that shadows one of ours',
      'create function public.lower(varchar) returns text language sql as $$ select null::text $$;' +
        'alter function public.lower(varchar) owner to bob',
      /owns the function .*lower\(character varying\)/,
    ],
    ['a table with our name', 'create table public.accounts (); alter table public.accounts owner to bob', /accounts/],
    [
      'the database',
      'do $$ begin execute format($f$alter database %I owner to bob$f$, current_database()); end $$',
      /owns the database/,
    ],
  ])('where somebody else has %s', async (_, setUp, words) => {
    const { name, sql } = await makeDatabase();
    await sql.unsafe(`create role bob login; ${setUp}`);
    expect(await refusal(name, sql)).toMatch(words);
    await sql.unsafe('drop owned by bob');
    await sql.unsafe(`alter database ${name} owner to supabase_admin`);
  });

  test("where another program's tables are, which the table API would show", async () => {
    const { name, sql } = await makeDatabase();
    await sql`create table public.recipes as select 'soup' as name`;
    expect(await refusal(name, sql)).toMatch(/not empty: there is the table recipes/);
  });
});

test('settings of the database change no session of ours', async () => {
  const { name, sql } = await makeDatabase();
  const other = { search_path: 'evil', timezone: 'Asia/Tokyo', datestyle: 'SQL, DMY', row_security: 'off' };
  const worse = {
    session_replication_role: 'replica',
    default_transaction_read_only: 'on',
    log_error_verbosity: 'verbose',
  };
  for (const [setting, value] of Object.entries({ ...other, ...worse })) {
    await sql.unsafe(`alter database ${name} set ${setting} = ${value.includes(',') ? value : `'${value}'`}`);
  }
  await sql.unsafe('create role authenticator');
  for (const role of ['supabase_admin', 'authenticator'] as const) {
    const rows = await connect(name, role)<{ name: string; setting: string }[]>`
      select lower(name) as name, setting from pg_settings
      where lower(name) = any (${Object.keys({ ...other, ...worse })})`;
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
      search_path: '"$user", public',
      timezone: 'UTC',
      datestyle: 'ISO, MDY',
      row_security: 'on',
      session_replication_role: 'origin',
      default_transaction_read_only: 'off',
      log_error_verbosity: 'terse',
    });
  }
  await sql.unsafe('drop role authenticator');
});

test('settings of a role change neither what a request means nor as whom it runs', async () => {
  const { sql } = await makeDatabase();
  await sql.unsafe(`
    create role authenticated;
    alter role authenticated set search_path = evil;
    alter role authenticated set role = supabase_admin;
    alter role authenticated set timezone = 'Asia/Tokyo';
    alter role authenticated set statement_timeout = '5s'`);
  const settings = await readRequestSettings(sql);
  expect(settings('authenticated')).toEqual({ statement_timeout: '5s' });
  await sql.unsafe('drop role authenticated');
});

/** Who has which rights on schemas, relations and functions of ours. */
const readRights = (sql: Sql) => sql`
  select 'schema ' || nspname as what, nspacl::text as rights from pg_namespace where nspname !~ '^pg_'
  union all select c.oid::regclass::text, relacl::text from pg_class c
    where relnamespace in (select oid from pg_namespace where nspname in ('public', 'private', 'auth', 'realtime'))
      and relkind in ('r', 'v', 'S')
  union all select p.oid::regprocedure::text, proacl::text from pg_proc p
    where pronamespace in (select oid from pg_namespace where nspname in ('public', 'private', 'auth', 'realtime'))
  order by 1`;

test('rights that the database grants by default are on nothing of ours', async () => {
  const [clean, loose] = [await makeDatabase(), await makeDatabase()];
  await migrate(clean.sql);
  await loose.sql.unsafe(`
    grant create on schema public to public;
    alter default privileges grant all on tables to public;
    alter default privileges for role supabase_admin, postgres grant all on tables to public, authenticated;
    alter default privileges for role supabase_admin, postgres grant all on sequences to public;
    alter default privileges for role supabase_admin, postgres grant all on schemas to public;
    alter default privileges for role postgres grant execute on functions to anon;
    alter default privileges for role postgres in schema public grant all on tables to public`);
  await migrate(loose.sql);
  const normal = (rows: Iterable<Record<string, unknown>>) => [...rows].map((row) => JSON.stringify(row));
  expect(normal(await readRights(loose.sql))).toEqual(normal(await readRights(clean.sql)));
});

test('two servers that start on an empty database at once both serve', async () => {
  const { name } = await makeDatabase();
  const [one, other] = await Promise.all([start(urlOf(name)), start(urlOf(name))]);
  for (const { url } of [one, other]) expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await one.stop();
  await other.stop();
});

describe('an install of v0.2.0', () => {
  let name: string;
  let sql: Sql;
  beforeAll(async () => {
    ({ name, sql } = await makeDatabase());
    await migrate(sql);
  });
  afterEach(async () => {
    const admin = connect('postgres');
    await admin.unsafe('drop role if exists bob');
  });

  /** What a start says, on the console or by a refusal. */
  async function hear(): Promise<string[]> {
    const warnings: string[] = [];
    const database = openExternal(urlOf(name), { warn: (sentence) => warnings.push(sentence) });
    await database.refuseUnsafe(connect(name));
    return warnings;
  }

  test('hears nothing when nobody changed its roles, also when v0.1.0 made them', async () => {
    await connect(name).unsafe('grant supabase_realtime_admin to postgres');
    expect(await hear()).toEqual([]);
  });

  test.each([
    ["alter role authenticator password 'known'", 'alter role authenticator password null;'],
    ["alter role postgres password 'known'", 'alter role postgres password null;'],
    ['alter role anon login', 'alter role anon nologin;'],
    ['alter role embedded_api createrole', 'alter role embedded_api nocreaterole;'],
    ['alter role service_role superuser', 'alter role service_role nosuperuser;'],
    ['create role bob login; grant authenticated to bob', 'revoke authenticated from bob;'],
    ['create role bob login; grant postgres to bob', 'revoke postgres from bob;'],
    ['create role bob; grant bob to service_role', 'revoke bob from service_role;'],
  ])('goes on after %s, and hears: %s', async (before, mend) => {
    const admin = connect(name);
    await admin.unsafe(before);
    const warnings = await hear();
    expect(warnings).toEqual([expect.stringMatching(/^DATABASE_URL: the role /)]);
    expect(warnings[0]?.endsWith(mend)).toBe(true);
    await admin.unsafe(mend);
    expect(await hear()).toEqual([]);
  });

  test.each([
    ['alter role anon superuser', 'alter role anon nosuperuser;'],
    ['alter role authenticated bypassrls', 'alter role authenticated nobypassrls;'],
    ['grant pg_read_all_data to authenticated', 'revoke pg_read_all_data from authenticated;'],
  ])('is refused after %s, because everybody could read everything, until: %s', async (before, mend) => {
    const admin = connect(name);
    await admin.unsafe(before);
    const refused: unknown = await hear().catch((reason: unknown) => reason);
    expect(refused).toBeInstanceOf(UnsafeDatabase);
    expect(refused instanceof Error && refused.message.endsWith(mend)).toBe(true);
    await admin.unsafe(mend);
    expect(await hear()).toEqual([]);
  });

  test('goes on where another program has tables in its database', async () => {
    await connect(name).unsafe('create table public.recipes (name text)');
    expect(await hear()).toEqual([]);
    await connect(name).unsafe('drop table public.recipes');
  });

  test('reads on its console what its owner should change, and serves', async () => {
    await connect(name).unsafe('create role bob login; grant authenticated to bob');
    const console = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const backend = await start(`${urlOf(name)}&port=6432`);
    const written = console.mock.calls.map(([text]) => String(text));
    console.mockRestore();
    expect((await fetch(`${backend.url}/healthz`)).status).toBe(200);
    expect(written.join('')).toMatch(/port after the question mark.*\n.*revoke authenticated from bob;\n/);
    await backend.stop();
  });
});
