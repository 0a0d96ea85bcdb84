import type { Sql } from 'postgres';
import type { Claims } from '../auth/jwt.ts';
import { limits } from '../http/limits.ts';
import { describeError, type Log } from '../log.ts';
import { matches, type NumberedBinding } from './change-bindings.ts';
import { readHeardDeletions, readVisible } from './changed-rows.ts';
import { type HeardTable, readTables, remembersDeletions } from './heard-tables.ts';
import { createPauses } from './pauses.ts';

export type ChangeListener = {
  /** Each of them is another one. */
  bindings: NumberedBinding[];
  claims: () => Claims;
  /** `data` is the JSON text of a ChangeData. */
  deliver: (ids: number[], data: string) => void;
  /** Ends the telling of changes; `message` says why. */
  fail: (message: string) => void;
};

/** The `data` of a `postgres_changes` message. A deleted row shows only its key, as hosted under row security. */
type ChangeData = {
  schema: string;
  table: string;
  type: 'INSERT' | 'UPDATE' | 'DELETE';
  commit_timestamp: string;
  columns: HeardTable['columns'];
  record: Record<string, unknown>;
  old_record: Record<string, unknown>;
  errors: null;
};

type Change = { table: string; type: ChangeData['type']; id: string };

/** More changes than this between two tellings are a bulk load. Listeners then do better to read the table again. */
const mostWaiting = 20_000;
/** Rows that are read for a user at once. A row may have 80 kB. */
const rowsAtOnce = 50;

export type TableChanges = {
  /**
   * Resolves when changes from now on will be heard. Throws UnpublishedTable or TooManyBindings. Returns a function
   * that stops it.
   */
  listen(listener: ChangeListener): Promise<() => void>;
  stop(): Promise<void>;
};

export class UnpublishedTable extends Error {
  constructor(table: string) {
    super(`The table ${table} is not in the publication supabase_realtime, or has no uuid as its key`);
    this.name = 'UnpublishedTable';
  }
}

/** The user listens to as many changes as a user may, on all sockets together. */
export class TooManyBindings extends Error {
  constructor() {
    super(`A user listens to at most ${limits.bindingsPerUser.most} kinds of changes. Please leave a channel first.`);
    this.name = 'TooManyBindings';
  }
}

type Source = { superuser: Sql; tables: Map<string, HeardTable>; tellsDeletions: boolean };

/**
 * `postgres_changes` for tables in the publication `supabase_realtime` whose primary key is one uuid. It reads the
 * write-ahead log, and only while somebody listens. Each listener gets a row as their own row security shows it to them
 * now.
 */
export async function createTableChanges(superuser: Sql, replication: Sql, log: Log): Promise<TableChanges> {
  const listeners = new Set<ChangeListener>();
  const [tables, tellsDeletions] = [await readTables(superuser), await remembersDeletions(superuser)];
  const source: Source = { superuser, tables, tellsDeletions };
  let stream: Promise<unknown> | null = null;
  let waiting: Change[] = [];
  let telling: Promise<void> = Promise.resolve();

  const flush = async () => {
    const changes = waiting;
    waiting = [];
    for (const ofUser of Map.groupBy(listeners, userOf).values()) {
      await tellUser(source, ofUser, changes).catch((error: unknown) => {
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
      const ofUser = [...listeners].filter((other) => userOf(other) === userOf(listener));
      const bound = ofUser.reduce((sum, { bindings }) => sum + bindings.length, listener.bindings.length);
      if (bound > limits.bindingsPerUser.most) throw new TooManyBindings();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      listeners.clear();
      await replication.end({ timeout: 1 });
    },
  };
}

/** Whoever has many tokens is one user. */
function userOf(listener: ChangeListener): string {
  const { role, sub = '' } = listener.claims();
  return `${role} ${sub}`;
}

/** The claims of the user's newest token, which ends last. */
function newestClaims(listeners: readonly ChangeListener[]): Claims | null {
  const all = listeners.map(({ claims }) => claims());
  return all.reduce<Claims | null>((newest, one) => ((newest?.exp ?? 0) > (one.exp ?? 0) ? newest : one), null);
}

/**
 * Tells all listeners of one user, and reads the rows once for them. It leaves out rows that are deleted by now or that
 * the user may not see.
 */
async function tellUser(source: Source, listeners: ChangeListener[], changes: Change[]): Promise<void> {
  const claims = newestClaims(listeners);
  const pause = createPauses();
  for (const [name, ofTable] of Map.groupBy(changes, (change) => change.table)) {
    const table = source.tables.get(name);
    const bound = listeners.flatMap((listener) => boundTo(name, listener) ?? []);
    if (!table || !claims || bound.length === 0) continue;
    for (let at = 0; at < ofTable.length; at += rowsAtOnce) {
      const some = ofTable.slice(at, at + rowsAtOnce);
      for (const data of await describeChanges(source, claims, table, some)) {
        deliver(bound, data);
        await pause();
      }
    }
  }
}

type Bound = Pick<ChangeListener, 'bindings' | 'deliver'>;

function boundTo(table: string, { bindings, deliver }: ChangeListener): Bound | null {
  const ofTable = bindings.filter(({ binding }) => binding.table === table);
  return ofTable.length > 0 ? { bindings: ofTable, deliver } : null;
}

/** Those of a table's changes that the caller may hear of, in their order. */
async function describeChanges(
  { superuser, tellsDeletions }: Source,
  claims: Claims,
  { key, columns }: HeardTable,
  changes: readonly Change[],
): Promise<ChangeData[]> {
  const table = changes[0]?.table ?? '';
  const [deleted, present] = [changes.filter(isDeletion), changes.filter((change) => !isDeletion(change))].map(
    (some) => [...new Set(some.map(({ id }) => id))],
  );
  const rows = await readVisible(superuser, claims, table, key, present ?? []);
  const heard = tellsDeletions ? await readHeardDeletions(superuser, claims, table, deleted ?? []) : new Set();
  return changes.flatMap(({ type, id }) => {
    const record = type !== 'DELETE' ? rows.get(id) : heard.has(id) ? {} : undefined;
    if (!record) return [];
    const old_record = type === 'INSERT' ? {} : { [key]: id };
    const commit_timestamp = new Date().toISOString();
    return [{ schema: 'public', table, type, commit_timestamp, columns, record, old_record, errors: null }];
  });
}

function isDeletion({ type }: Change): boolean {
  return type === 'DELETE';
}

function deliver(bound: readonly Bound[], data: ChangeData): void {
  const row = data.type === 'DELETE' ? data.old_record : data.record;
  let text = '';
  for (const { bindings, deliver: tell } of bound) {
    const ids = bindings.filter(({ binding }) => matches(binding, data.type, row)).map(({ id }) => id);
    if (ids.length === 0) continue;
    text = text || JSON.stringify(data);
    tell(ids, text);
  }
}
