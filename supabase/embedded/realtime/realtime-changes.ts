import type { Sql } from 'postgres';
import * as v from 'valibot';
import type { Claims } from '../auth/jwt.ts';
import { describeError, type Log } from '../log.ts';
import { actAs } from '../postgres/claims-context.ts';

/** The changes that a client wants to hear of, as supabase-js sends them. The reply repeats each with an id. */
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
  /** Ends the telling of changes; `message` says why. */
  fail: (message: string) => void;
};

/** The `data` of a `postgres_changes` message. A deleted row shows only its key, as hosted under row security. */
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

/** A table whose changes can be told: the column of its key, and all columns in the form that listeners get. */
type HeardTable = { key: string; columns: ChangeData['columns'] };

type Change = { table: string; type: ChangeData['type']; id: string };

/** More changes than this between two tellings are a bulk load. Listeners then do better to read the table again. */
const mostWaiting = 20_000;

export type TableChanges = {
  /** Resolves when changes from now on will be heard. Throws UnpublishedTable. Returns a function that stops it. */
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
 * `postgres_changes` for tables in the publication `supabase_realtime` whose primary key is one uuid. It reads the
 * write-ahead log, and only while somebody listens. Each listener gets a row as their own row security shows it to them
 * now.
 */
export async function createTableChanges(superuser: Sql, replication: Sql, log: Log): Promise<TableChanges> {
  const listeners = new Set<ChangeListener>();
  const tables = await readTables(superuser);
  let stream: Promise<unknown> | null = null;
  let waiting: Change[] = [];
  let telling: Promise<void> = Promise.resolve();

  const flush = async () => {
    const changes = waiting;
    waiting = [];
    for (const [, ofUser] of Map.groupBy(listeners, (listener) => JSON.stringify(listener.claims()))) {
      await tellUser(superuser, ofUser, changes, tables).catch((error: unknown) => {
        log('realtime.changes_failed', describeError(error));
        for (const listener of ofUser) listener.fail('These changes could not be read.');
      });
    }
  };

  const note = (change: Change) => {
    if (waiting.length >= mostWaiting) {
      waiting = [];
      log('realtime.changes_dropped', { listeners: listeners.size });
      for (const listener of listeners) listener.fail('There were too many changes to tell. Please join again.');
    } else if (waiting.push(change) === 1) {
      // The tellings run one after another, so that changes come in their order.
      setTimeout(() => {
        telling = telling.then(flush);
      }, 10);
    }
  };

  const keyOf = ({ schema, table }: { schema: string; table: string }) =>
    (schema === 'public' && tables.get(table)?.key) || '';

  const startStream = () =>
    replication.subscribe('*', (row, { command, relation }) => {
      const id: unknown = row?.[keyOf(relation)];
      if (listeners.size === 0 || typeof id !== 'string') return;
      const type = command === 'insert' ? 'INSERT' : command === 'update' ? 'UPDATE' : 'DELETE';
      note({ table: relation.table, type, id });
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

/**
 * Tells all listeners of one user, and reads the rows once for them. It leaves out rows that are deleted by now or that
 * the user may not see.
 */
async function tellUser(
  superuser: Sql,
  listeners: ChangeListener[],
  changes: Change[],
  tables: Map<string, HeardTable>,
): Promise<void> {
  const claims = listeners[0]?.claims();
  const bound = new Set(listeners.flatMap(({ bindings }) => bindings.map(({ binding }) => binding.table)));
  for (const [name, ofTable] of Map.groupBy(changes, (change) => change.table)) {
    const table = tables.get(name);
    if (!table || !claims || !bound.has(name)) continue;
    const rows = await readVisible(superuser, claims, name, table.key, ofTable);
    for (const data of ofTable.flatMap((change) => describeChange(change, rows, table) ?? [])) {
      for (const listener of listeners) deliverMatching(listener, data);
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

function deliverMatching(listener: ChangeListener, data: ChangeData): void {
  const row = data.type === 'DELETE' ? data.old_record : data.record;
  const heard = listener.bindings.filter(({ binding }) => binding.table === data.table);
  const ids = heard.filter(({ binding }) => matches(binding, data.type, row)).map(({ id }) => id);
  if (ids.length > 0) listener.deliver(ids, data);
}

function matches(binding: ChangeBinding, type: string, record: Record<string, unknown>): boolean {
  if (binding.event !== '*' && binding.event !== type) return false;
  if (binding.filter === undefined) return true;
  const [column = '', value] = binding.filter.split('=eq.');
  return String(record[column]) === value;
}

/** The rows among `changes` that the caller may see, without the columns that the caller may not see. */
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
    join pg_index i on i.indrelid = format('%I.%I', p.schemaname, p.tablename)::regclass
      and i.indisprimary and i.indnkeyatts = 1
    join pg_attribute k on k.attrelid = i.indrelid and k.attnum = i.indkey[0] and k.atttypid = 'uuid'::regtype
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where p.pubname = 'supabase_realtime' and p.schemaname = 'public'
    group by 1, 2`;
  return new Map(rows.map(({ table, ...heard }) => [table, heard]));
}
