/**
 * How entries about schedules are stored, so that 0.2.0 can go on with the database after a rollback. When it rolls an
 * entry back or replays it, it looks for the table that an operation names, and fails where it has none. It never comes
 * to an end then. Of a call that it does not know it does nothing. So such an operation is stored as a call, and its
 * base stands in a table of its own (bases.ts). The server refuses the call, and today's app sends the operation again.
 */
import type { DBCore, DBCoreTable, Middleware } from 'dexie';
import { withValue } from './cursor-value.ts';

/** Names begin so. No server knows such a call. */
const PREFIX = 'schedule.';

/** A record of the outbox, as far as it is stored in another way. */
interface Stored {
  operations?: Named[];
}

interface Named {
  kind: string;
  table?: string;
  name?: string;
  arguments?: unknown;
}

export const storedForEarlierApps: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'stored-for-0.2.0',
  create: (core) => ({
    ...core,
    table: (name) => (name === 'outbox' ? withCalls(core.table(name)) : core.table(name)),
  }),
};

function withCalls(table: DBCoreTable): DBCoreTable {
  return {
    ...table,
    mutate: (request) =>
      table.mutate('values' in request ? { ...request, values: request.values.map(packed) } : request),
    get: (request) => table.get(request).then(unpacked),
    getMany: (request) => table.getMany(request).then((records) => records.map(unpacked)),
    query: (request) =>
      table
        .query(request)
        .then((answer) => (request.values ? { ...answer, result: answer.result.map(unpacked) } : answer)),
    openCursor: (request) =>
      table.openCursor(request).then((cursor) => cursor && withValue(cursor, () => unpacked(cursor.value))),
  };
}

function packed(record: Stored): Stored {
  if (!record.operations?.some(({ table }) => table === 'schedules')) return record;
  const operations = record.operations.map((one) =>
    one.table === 'schedules' ? { kind: 'call', name: PREFIX + one.kind, arguments: one } : one,
  );
  return { ...record, operations };
}

/** A missing record stays undefined. */
function unpacked(record: Stored | undefined): object | undefined {
  if (!record?.operations?.some(isPacked)) return record;
  return { ...record, operations: record.operations.map((one) => (isPacked(one) ? one.arguments : one)) };
}

function isPacked({ kind, name }: Named): boolean {
  return kind === 'call' && name?.startsWith(PREFIX) === true;
}
