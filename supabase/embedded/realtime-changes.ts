import type { Sql } from 'postgres';
import * as v from 'valibot';
import { actAs } from './claims-context.ts';
import type { Claims } from './jwt.ts';
import { describeError, type Log } from './log.ts';

/** What a client wants to hear of, as supabase-js sends it; echoed with an id. */
export const ChangeBinding = v.looseObject({
  event: v.picklist(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: v.optional(v.literal('public'), 'public'),
  table: v.string(),
  filter: v.optional(v.pipe(v.string(), v.regex(/^[a-z_][a-z0-9_]*=eq\..*$/i))),
});
export type ChangeBinding = v.InferOutput<typeof ChangeBinding>;

export type ChangeListener = {
  bindings: { id: number; binding: ChangeBinding }[];
  claims: () => Claims;
  deliver: (ids: number[], data: ChangeData) => void;
};

/** The `data` of a `postgres_changes` message. A deleted row shows its key only, as hosted does under row security. */
export type ChangeData = {
  schema: string;
  table: string;
  type: 'INSERT' | 'UPDATE' | 'DELETE';
  commit_timestamp: string;
  columns: { name: string; type: string }[];
  record: Record<string, unknown>;
  old_record: Record<string, unknown>;
  errors: null;
};

/** A table whose changes can be told: its key's column, and all columns as listeners are told them. */
type HeardTable = { key: string; columns: ChangeData['columns'] };

type Change = { table: string; type: ChangeData['type']; id: string };

export type TableChanges = {
  /** Resolves when changes from now on will be heard. Throws UnpublishedTable. Returns how to stop. */
  listen(listener: ChangeListener): Promise<() => void>;
  stop(): Promise<void>;
};

export class UnpublishedTable extends Error {
  constructor(table: string) {
    super(`The table ${table} is not in the publication supabase_realtime, or has no uuid as its key`);
    this.name = 'UnpublishedTable';
  }
}

/**
 * `postgres_changes` for tables in the publication `supabase_realtime` whose primary key is one uuid. Read from the
 * write-ahead log, and only while somebody listens; each listener gets a row as their own row security shows it to them now.
 */
export async function createTableChanges(superuser: Sql, replication: Sql, log: Log): Promise<TableChanges> {
  const listeners = new Set<ChangeListener>();
  const tables = await readTables(superuser);
  let stream: Promise<unknown> | null = null;
  let waiting: Change[] = [];

  const flush = async () => {
    const changes = waiting;
    waiting = [];
    for (const listener of listeners) await tell(superuser, listener, changes, tables);
  };

  const keyOf = ({ schema, table }: { schema: string; table: string }) =>
    (schema === 'public' && tables.get(table)?.key) || '';

  const startStream = () =>
    replication.subscribe('*', (row, { command, relation }) => {
      const id: unknown = row?.[keyOf(relation)];
      if (listeners.size === 0 || typeof id !== 'string') return;
      const type = command === 'insert' ? 'INSERT' : command === 'update' ? 'UPDATE' : 'DELETE';
      if (waiting.push({ table: relation.table, type, id }) > 1) return;
      setTimeout(() => void flush().catch((error) => log('realtime.changes_failed', describeError(error))), 10);
    });

  return {
    async listen(listener) {
      for (const { binding } of listener.bindings) {
        if (!tables.has(binding.table)) throw new UnpublishedTable(binding.table);
      }
      stream ??= startStream();
      await stream;
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      listeners.clear();
      await replication.end({ timeout: 1 });
    },
  };
}

/** A row that was deleted since, or may not be seen, is not told of. */
async function tell(
  superuser: Sql,
  listener: ChangeListener,
  changes: Change[],
  tables: Map<string, HeardTable>,
): Promise<void> {
  for (const [name, ofTable] of Map.groupBy(changes, (change) => change.table)) {
    const table = tables.get(name);
    const heard = listener.bindings.filter(({ binding }) => binding.table === name);
    if (!table || heard.length === 0) continue;
    const rows = await readVisible(superuser, listener.claims(), name, table.key, ofTable);
    for (const change of ofTable) {
      const data = describeChange(change, rows, table);
      if (data) deliverMatching(listener, heard, data);
    }
  }
}

function describeChange(
  { table, type, id }: Change,
  rows: Map<string, Record<string, unknown>>,
  { key, columns }: HeardTable,
): ChangeData | null {
  const record = type === 'DELETE' ? {} : rows.get(id);
  if (!record) return null;
  return {
    schema: 'public',
    table,
    type,
    commit_timestamp: new Date().toISOString(),
    columns,
    record,
    old_record: type === 'INSERT' ? {} : { [key]: id },
    errors: null,
  };
}

function deliverMatching(listener: ChangeListener, heard: ChangeListener['bindings'], data: ChangeData): void {
  const row = data.type === 'DELETE' ? data.old_record : data.record;
  const ids = heard.filter(({ binding }) => matches(binding, data.type, row)).map(({ id }) => id);
  if (ids.length > 0) listener.deliver(ids, data);
}

function matches(binding: ChangeBinding, type: string, record: Record<string, unknown>): boolean {
  if (binding.event !== '*' && binding.event !== type) return false;
  if (binding.filter === undefined) return true;
  const [column = '', value] = binding.filter.split('=eq.');
  return String(record[column]) === value;
}

/** The rows among `changes` that the caller may see, without the columns that the caller may not. */
async function readVisible(superuser: Sql, claims: Claims, table: string, key: string, changes: Change[]) {
  const ids = [...new Set(changes.filter(({ type }) => type !== 'DELETE').map(({ id }) => id))];
  if (ids.length === 0) return new Map<string, Record<string, unknown>>();
  const rows = await superuser.begin('read only', async (sql) => {
    await actAs(sql, claims);
    const visible = await sql<{ id: string }[]>`
      select t.${sql(key)}::text as id from public.${sql(table)} t where t.${sql(key)} = any(${ids}::uuid[])`;
    await sql`set local role none`;
    return sql<{ id: string; record: Record<string, unknown> }[]>`
      select t.${sql(key)}::text as id, to_jsonb(t) - array(
        select a.attname::text from pg_attribute a where a.attrelid = t.tableoid and a.attnum > 0
          and not has_column_privilege(${claims.role}, a.attrelid, a.attnum, 'select')) as record
      from public.${sql(table)} t where t.${sql(key)} = any(${visible.map(({ id }) => id)}::uuid[])`;
  });
  return new Map(rows.map(({ id, record }) => [id, record]));
}

async function readTables(superuser: Sql): Promise<Map<string, HeardTable>> {
  const rows = await superuser<({ table: string } & HeardTable)[]>`
    select p.tablename as table, k.attname as key,
      jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname) order by a.attnum) as columns
    from pg_publication_tables p
    join pg_index i on i.indrelid = format('%I.%I', p.schemaname, p.tablename)::regclass and i.indisprimary and i.indnkeyatts = 1
    join pg_attribute k on k.attrelid = i.indrelid and k.attnum = i.indkey[0] and k.atttypid = 'uuid'::regtype
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where p.pubname = 'supabase_realtime' and p.schemaname = 'public'
    group by 1, 2`;
  return new Map(rows.map(({ table, ...heard }) => [table, heard]));
}
