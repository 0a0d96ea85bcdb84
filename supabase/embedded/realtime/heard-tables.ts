import type { Sql } from 'postgres';

/** A table whose changes can be told: the column of its key, and all columns in the form that listeners get. */
export type HeardTable = { key: string; columns: { name: string; type: string }[] };

/** The tables in the publication `supabase_realtime` whose primary key is one uuid, by name. */
export async function readTables(superuser: Sql): Promise<Map<string, HeardTable>> {
  const rows = await superuser<({ table: string } & HeardTable)[]>`
    select p.tablename as table, k.attname as key,
      jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname) order by a.attnum) as columns
    from pg_publication_tables p
    join pg_index i on i.indrelid = format('%I.%I', p.schemaname, p.tablename)::regclass
      and i.indisprimary and i.indnkeyatts = 1
    join pg_attribute k on k.attrelid = i.indrelid and k.attnum = i.indkey[0] and k.atttypid = 'uuid'::regtype
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where p.pubname = 'supabase_realtime' and p.schemaname = 'public'
    group by 1, 2`;
  return new Map(rows.map(({ table, ...heard }) => [table, heard]));
}

/** Whether this database remembers whose its deleted rows were. Another schema than ours does not. */
export async function remembersDeletions(superuser: Sql): Promise<boolean> {
  const [row] = await superuser<{ known: boolean }[]>`
    select to_regclass('private.changes') is not null and to_regclass('private.removals') is not null as known`;
  return row?.known === true;
}
