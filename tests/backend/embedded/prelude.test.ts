import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../../supabase/embedded/postgres/migrate.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

/** Rights, and the settings of roles. */
async function readRights(sql: Sql) {
  const [row] = await sql`select
    (select jsonb_agg(jsonb_build_object('role', roleid::regrole, 'member', member::regrole) order by roleid, member)
      from pg_auth_members where roleid::regrole::text not like 'pg%') as members,
    (select jsonb_object_agg(rolname, rolconfig) from pg_roles) as settings,
    (select jsonb_agg(to_jsonb(d) - 'oid' order by oid) from pg_default_acl d) as defaults,
    (select jsonb_object_agg(oid::regclass, (select array_agg(right_to::text order by right_to::text)
        from unnest(relacl) right_to))
      from pg_class where relacl is not null) as tables,
    (select jsonb_object_agg(oid::regprocedure, proacl) from pg_proc where proacl is not null) as functions,
    (select jsonb_agg(to_jsonb(p) order by tablename, policyname) from pg_policies p) as policies`;
  return row;
}

test('a second start changes no right, no setting and no policy', async () => {
  const before = await readRights(database.sql);
  await migrate(database.sql);
  expect(await readRights(database.sql)).toEqual(before);
});

describe('an install of release 0.1.0', () => {
  let fresh: Awaited<ReturnType<typeof readRights>>;

  beforeAll(async () => {
    fresh = await readRights(database.sql);
    await database.sql.unsafe(`
      grant supabase_realtime_admin to postgres;
      grant all on realtime.messages to postgres;
      alter default privileges for role postgres in schema public grant all on tables
        to anon, authenticated, service_role;
      alter default privileges for role postgres in schema public grant all on functions
        to anon, authenticated, service_role;
      alter default privileges for role postgres in schema public grant all on sequences
        to anon, authenticated, service_role;
      alter role anon reset all; alter role authenticated reset all; alter role authenticator reset all`);
  });

  test('gets the rights and the limits of a new one at its next start', async () => {
    expect(await readRights(database.sql)).not.toEqual(fresh);
    await migrate(database.sql);
    expect(await readRights(database.sql)).toEqual(fresh);
  });
});

test('the role that migrates owns nothing of Realtime, even though its migrations made a policy there', async () => {
  const [row] = await database.sql`
    select pg_has_role('postgres', 'supabase_realtime_admin', 'member') as member,
      exists (select from pg_policies where schemaname = 'realtime' and policyname = 'own hints') as policy`;
  expect(row).toEqual({ member: false, policy: true });
});
