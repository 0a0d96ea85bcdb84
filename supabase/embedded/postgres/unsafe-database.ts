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

/** What somebody's role has too much of. `isOpen` says that callers from the internet get past row security by it. */
type Excess = { what: string; mend: string; isOpen: boolean };

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
/** Anybody on the internet acts as these. */
const strangers = ['anon', 'authenticated'];
/** The role that owns our tables. In many a cluster it is the superuser. */
const owner = 'postgres';

/**
 * Throws UnsafeDatabase, which says what to do. A new install takes nothing that could be wrong. One that runs already
 * goes on, unless strangers get past row security; `warn` hears the rest, a sentence for each.
 */
export async function refuseUnsafe(sql: Sql, warn: (sentence: string) => void): Promise<void> {
  await refuseLesserUser(sql);
  const excesses = [...(await rights(sql)), ...(await memberships(sql))];
  const used = (await ownedByOthers(sql)) ?? (await madeInPublic(sql));
  // Asked last: another process may have made the install meanwhile.
  const isNew = (await appliedMigrations(sql)).length === 0;
  const refused = excesses.find((excess) => excess.isOpen || isNew);
  if (refused) throw new UnsafeDatabase(sentence(refused));
  if (isNew && used !== null) {
    throw new UnsafeDatabase(`${used} Make an empty database that a superuser owns, and use that.`);
  }
  for (const excess of excesses) warn(`DATABASE_URL: ${sentence(excess)}`);
}

/** The statement stands last, so that it can be copied. */
function sentence({ what, mend }: Excess): string {
  return `${what}. Use another PostgreSQL, or run this there if nothing else needs it: ${mend};`;
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
function rights(sql: Sql): Promise<Excess[]> {
  return sql<Excess[]>`
    select format('the role %s %s', r.rolname, p.has) as what,
      format('alter role %I %s', r.rolname, p.remedy) as mend,
      r.rolname = any (${strangers}) and p.remedy in ('nosuperuser', 'nobypassrls') as "isOpen"
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
}

/** Members of our roles act as callers. What our roles are members of, callers may do. */
function memberships(sql: Sql): Promise<Excess[]> {
  return sql<Excess[]>`
    select format('the role %s is a member of %s', m.rolname, r.rolname) as what,
      format('revoke %I from %I', r.rolname, m.rolname) as mend,
      m.rolname = any (${strangers}) as "isOpen"
    from pg_auth_members a join pg_roles m on m.oid = a.member join pg_roles r on r.oid = a.roleid
    where not (m.rolname = any (${connecting}) and r.rolname = any (${callers}))
      and (m.rolname = any (${served})
        or (r.rolname = any (${served}) or r.rolname = ${owner} and not r.rolsuper)
          and m.rolname <> ${owner} and not m.rolsuper)`;
}

/** Their code could run with all rights, and what they made could shadow ours. */
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

/** The table API would show it. */
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
