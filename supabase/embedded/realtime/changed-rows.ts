import type { Sql } from 'postgres';
import type { Claims } from '../auth/jwt.ts';
import { actAs } from '../postgres/claims-context.ts';

export type Row = Record<string, unknown>;

/** Those of the rows that the caller may see, by their keys, without the columns that the caller may not see. */
export async function readVisible(
  superuser: Sql,
  claims: Claims,
  table: string,
  key: string,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map();
  const rows = await superuser.begin('read only', async (sql) => {
    await actAs(sql, claims);
    const visible = await sql<{ id: string }[]>`
      select t.${sql(key)}::text as id from public.${sql(table)} t where t.${sql(key)} = any(${[...ids]}::uuid[])`;
    await sql`set local role none`;
    return sql<{ id: string; record: Row }[]>`
      select t.${sql(key)}::text as id, to_jsonb(t) - array(
        select a.attname::text from pg_attribute a where a.attrelid = t.tableoid and a.attnum > 0
          and not has_column_privilege(${claims.role}, a.attrelid, a.attnum, 'select')) as record
      from public.${sql(table)} t where t.${sql(key)} = any(${visible.map(({ id }) => id)}::uuid[])`;
  });
  return new Map(rows.map(({ id, record }) => [id, record]));
}

/**
 * Those of the deleted rows of which the caller may hear: the caller has the account in which the row was last, or a
 * shared budget of it that showed the row. A row that went with its whole account is told to nobody.
 */
export async function readHeardDeletions(
  superuser: Sql,
  claims: Claims,
  table: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await superuser.begin('read only', async (sql) => {
    await actAs(sql, claims);
    await sql`set local role none`;
    return sql<{ id: string }[]>`
      with last as (
        select distinct on (c.row_id) c.row_id, c.account_id, c.version, c.kind from private.changes c
        where c.row_id = any(${[...ids]}::uuid[]) and c.of_table = ${table} order by c.row_id, c.at desc)
      select distinct l.row_id::text as id from last l join private.my_scopes() s using (account_id)
      where l.kind = 'removal' and (s.budget_id is null or exists (
        select from private.removals r where r.row_id = l.row_id and r.account_id = l.account_id
          and r.version = l.version and r.budget_id = s.budget_id))`;
  });
  return new Set(rows.map(({ id }) => id));
}
