/**
 * Looks at somebody's own PostgreSQL before Carryover changes it. The superuser of DATABASE_URL calls what stands in
 * the database, and people on the internet act as its roles. So neither may come from somebody else.
 */
import type { Sql } from 'postgres';
import { isDatabaseError } from '../rest/postgrest-error.ts';
import { appliedMigrations } from './migrate.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/** The database could let somebody in, or run their code. Nothing was touched. */
export class UnsafeDatabase extends Error {
  constructor(why: string) {
    super(`DATABASE_URL: ${why}`);
    this.name = 'UnsafeDatabase';
  }
}

/** The roles of prelude.sql that act for callers. The cluster may have had roles of these names before. */
const served = [
  'anon',
  'authenticated',
  'service_role',
  'authenticator',
  'embedded_api',
  'supabase_auth_admin',
  'supabase_realtime_admin',
];
/** Those of them that change to the roles of callers. */
const connecting = ['authenticator', 'embedded_api'];
const callers = ['anon', 'authenticated', 'service_role'];
/** The role that owns our tables. In many a cluster it is the superuser. */
const owner = 'postgres';

/** Throws UnsafeDatabase, which says what to do. */
export async function refuseUnsafe(sql: Sql): Promise<void> {
  await refuseLesserUser(sql);
  await refuseRights(sql);
  await refuseMemberships(sql);
  await refuseUsed(sql);
}

/**
 * Roles are made, and connections change to them. Without this check, a start would fail somewhere in the middle. Some
 * settings of our sessions are for superusers, so the connection of another user fails.
 */
async function refuseLesserUser(sql: Sql): Promise<void> {
  const isSuperuser = await sql`select from pg_roles where rolname = session_user and rolsuper`.then(
    (rows) => rows.length > 0,
    (error: unknown) => {
      if (isDatabaseError(error) && error.code === INSUFFICIENT_PRIVILEGE) return false;
      throw error;
    },
  );
  if (!isSuperuser) throw new UnsafeDatabase('its user is no superuser of PostgreSQL, and Carryover needs one.');
}

/** Row security does not bind a superuser. Who logs in as a caller's role may claim to be any user. */
async function refuseRights(sql: Sql): Promise<void> {
  const [found] = await sql<{ role: string; has: string; remedy: string }[]>`
    select r.rolname as role, p.has, p.remedy
    from pg_authid r, lateral (values
      (r.rolsuper, 'is a superuser', 'nosuperuser'),
      (r.rolbypassrls and r.rolname <> 'service_role', 'bypasses row security', 'nobypassrls'),
      (r.rolcreaterole, 'makes roles', 'nocreaterole'),
      (r.rolcreatedb, 'makes databases', 'nocreatedb'),
      (r.rolreplication, 'may replicate', 'noreplication'),
      (r.rolcanlogin and r.rolpassword is not null, 'logs in with a password', 'password null'),
      (r.rolcanlogin and not r.rolname = any (${connecting}), 'may log in', 'nologin')
    ) as p (is_so, has, remedy)
    where p.is_so and (r.rolname = any (${served})
      or r.rolname = ${owner} and not r.rolsuper and p.remedy = 'password null')`;
  if (!found) return;
  const { role, has, remedy } = found;
  throw new UnsafeDatabase(
    `the role ${role} was there before, and it ${has}. Carryover works as this role. ` +
      `If nothing else needs it: alter role ${role} ${remedy}. Otherwise use another PostgreSQL.`,
  );
}

async function refuseMemberships(sql: Sql): Promise<void> {
  const [found] = await sql<{ member: string; role: string }[]>`
    select m.rolname as member, r.rolname as role
    from pg_auth_members a join pg_roles m on m.oid = a.member join pg_roles r on r.oid = a.roleid
    where not (m.rolname = any (${connecting}) and r.rolname = any (${callers}))
      and (m.rolname = any (${served})
        or (r.rolname = any (${served}) or r.rolname = ${owner} and not r.rolsuper)
          and m.rolname <> ${owner} and not m.rolsuper)`;
  if (!found) return;
  const { member, role } = found;
  throw new UnsafeDatabase(
    `the role ${member} is a member of ${role}. Carryover works as one of these roles. ` +
      `If nothing else needs it: revoke ${role} from ${member}. Otherwise use another PostgreSQL.`,
  );
}

/** A new install takes an empty database. What stands there would shadow ours, or be shown by the table API. */
async function refuseUsed(sql: Sql): Promise<void> {
  const why = (await ownedByOthers(sql)) ?? (await madeInPublic(sql));
  // Asked last: another process may have made the install meanwhile.
  if (why === null || (await appliedMigrations(sql)).length > 0) return;
  throw new UnsafeDatabase(`${why} Make an empty database that a superuser owns, and use that.`);
}

async function ownedByOthers(sql: Sql): Promise<string | null> {
  const [found] = await sql<{ what: string; owner: string }[]>`
    select pg_describe_object(d.classid, d.objid, d.objsubid) as what, r.rolname as owner
    from pg_shdepend d join pg_roles r on r.oid = d.refobjid
    join pg_database here on here.datname = current_database()
    where d.refclassid = 'pg_authid'::regclass and d.deptype = 'o' and not r.rolsuper
      and r.rolname <> ${owner} and not r.rolname = any (${served})
      and (d.dbid = here.oid or d.classid = 'pg_database'::regclass and d.objid = here.oid)`;
  if (!found) return null;
  return `${found.owner}, who is no superuser, owns the ${found.what}. Their code could run with all rights.`;
}

async function madeInPublic(sql: Sql): Promise<string | null> {
  const [found] = await sql<{ what: string }[]>`
    select pg_describe_object(classid, objid, 0) as what
    from (
      select 'pg_class'::regclass as classid, oid as objid from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'f', 'p')
      union all select 'pg_proc'::regclass, oid from pg_proc where pronamespace = 'public'::regnamespace
    ) as there
    where not exists (select from pg_depend e
      where e.classid = there.classid and e.objid = there.objid and e.deptype = 'e')`;
  return found ? `the database is not empty: there is the ${found.what}.` : null;
}
