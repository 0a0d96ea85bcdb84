/** A database's structure as text, to compare two databases. */
import type { Sql, TransactionSql } from 'postgres';

/** Our schemas and the auth library's. Objects of extensions belong to the extensions. */
const own = (schema: string) =>
  `${schema} in (select oid from pg_namespace
    where nspname !~ '^pg_' and nspname not in ('information_schema', 'extensions'))`;
const grants = (acl: string) => `(select string_agg(a::text, ' ' order by a::text) from unnest(${acl}) a)`;
/** Where a default grants rights, an empty list of grants differs from no list. */
const rights = (owner: string, acl: string) =>
  `' owner ' || pg_get_userbyid(${owner}) || ' grants ' || coalesce(${grants(acl)}, 'default')`;
const said = (oid: string, catalogue: string) => `coalesce(' -- ' || obj_description(${oid}, '${catalogue}'), '')`;

const questions: Record<string, string> = {
  roles: `
    select rolname || to_jsonb(r)::text from (
      select rolname, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls,
        rolconnlimit from pg_roles where rolname !~ '^pg_') r`,
  'role memberships': `
    select pg_get_userbyid(roleid) || ' to ' || pg_get_userbyid(member) || ' admin ' || admin_option
    from pg_auth_members`,
  'role settings': `
    select pg_get_userbyid(setrole) || ' ' || setconfig::text from pg_db_role_setting where setrole <> 0`,
  'default grants': `
    select defaclobjtype::text || coalesce(' in ' || defaclnamespace::regnamespace, '')
      || ' of ' || pg_get_userbyid(defaclrole)
      || ' ' || ${grants('defaclacl')} from pg_default_acl`,
  schemas: `
    select nspname || ${rights('nspowner', 'nspacl')} || ${said('oid', 'pg_namespace')}
    from pg_namespace where ${own('oid')} or nspname = 'extensions'`,
  extensions: `select extname || ' in ' || extnamespace::regnamespace from pg_extension`,
  relations: `
    select relkind::text || ' ' || oid::regclass || ${rights('relowner', 'relacl')}
      || ' rls ' || relrowsecurity || relforcerowsecurity
      || ' identity ' || relreplident::text || ' kept ' || relpersistence::text
      || ' options ' || coalesce(reloptions::text, '')
      || case when relkind in ('v', 'm') then pg_get_viewdef(oid) else '' end || ${said('oid', 'pg_class')}
    from pg_class where ${own('relnamespace')}`,
  columns: `
    select a.attrelid::regclass || ' ' || (row_number() over (partition by a.attrelid order by a.attnum))
      || ' ' || a.attname || ' '
      || format_type(a.atttypid, a.atttypmod) || ' not null ' || a.attnotnull
      || ' generated ' || a.attgenerated::text || a.attidentity::text
      || ' default ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || ' order ' || a.attcollation::regcollation
      || ' grants ' || coalesce(${grants('a.attacl')}, '')
      || coalesce(' -- ' || col_description(a.attrelid, a.attnum), '')
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped and c.relkind <> 'i' and ${own('c.relnamespace')}`,
  constraints: `
    select case conrelid when 0 then contypid::regtype::text else conrelid::regclass::text end || ' ' || conname || ' '
      || pg_get_constraintdef(oid) || ${said('oid', 'pg_constraint')}
    from pg_constraint where ${own('connamespace')}`,
  indexes: `
    select pg_get_indexdef(indexrelid) || ' valid ' || indisvalid || ${said('indexrelid', 'pg_class')}
    from pg_index join pg_class on pg_class.oid = indexrelid where ${own('relnamespace')}`,
  functions: `
    select pg_get_functiondef(oid) || ${rights('proowner', 'proacl')} || ${said('oid', 'pg_proc')}
    from pg_proc where prokind in ('f', 'p') and ${own('pronamespace')}`,
  aggregates: `select oid::regprocedure::text from pg_proc where prokind not in ('f', 'p') and ${own('pronamespace')}`,
  types: `
    select oid::regtype || ' ' || typtype::text || ' ' || coalesce(format_type(nullif(typbasetype, 0), typtypmod), '')
      || coalesce((select string_agg(enumlabel, ',' order by enumsortorder)
        from pg_enum where enumtypid = pg_type.oid), '')
      || ${rights('typowner', 'typacl')} || ${said('oid', 'pg_type')}
    from pg_type where ${own('typnamespace')}`,
  sequences: `select to_jsonb(s)::text from pg_sequences s where schemaname not in ('extensions')`,
  triggers: `
    select pg_get_triggerdef(t.oid) || ' enabled ' || tgenabled::text || ${said('t.oid', 'pg_trigger')}
    from pg_trigger t join pg_class c on c.oid = tgrelid where not tgisinternal and ${own('relnamespace')}`,
  'event triggers': `select evtname || evtevent || evtfoid::regproc from pg_event_trigger`,
  rules: `select definition from pg_rules where schemaname not in ('pg_catalog', 'information_schema')`,
  policies: `
    select to_jsonb(p)::text || ${said('o.oid', 'pg_policy')} from pg_policies p
    join pg_policy o on o.polname = policyname and o.polrelid = format('%I.%I', schemaname, tablename)::regclass`,
  publications: `
    select p.pubname || to_jsonb(p) - 'oid' - 'pubowner' || pg_get_userbyid(pubowner)
      || coalesce((select jsonb_agg(to_jsonb(t) order by schemaname, tablename)
        from pg_publication_tables t where t.pubname = p.pubname)::text, '')
    from pg_publication p`,
  statistics: `select pg_get_statisticsobjdef(oid) from pg_statistic_ext`,
  'rows that are there from the start': `
    select oid::regclass || ' '
      || (xpath('//n/text()', query_to_xml('select count(*) n from ' || oid::regclass, true, true, '')))[1]
    from pg_class where relkind = 'r' and ${own('relnamespace')} and relname <> 'schema_migrations'`,
};

/**
 * Maps each kind of object to the definitions of that kind, with owners, grants and comments. The order does not depend
 * on how the objects were made.
 */
export async function catalogueOf(sql: Sql | TransactionSql): Promise<Record<string, string[]>> {
  const catalogue: Record<string, string[]> = {};
  for (const [kind, question] of Object.entries(questions)) {
    const rows = await sql.unsafe<{ line: string | null }[]>(
      `select line from (${question}) t (line) order by line collate "C"`,
    );
    catalogue[kind] = rows.map(({ line }) => {
      if (line === null) throw new Error(`A line of ${kind} is null, so it compares nothing.`);
      return line;
    });
  }
  return catalogue;
}
