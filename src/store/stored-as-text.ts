/**
 * Long lists lie in the database as JSON: the browser copies what goes in and out value by value, and a text is one value (0008).
 * Whoever works with the tables sees the lists.
 */
import type { DBCore, DBCoreCursor, DBCoreTable, Middleware } from 'dexie';

/** The field of a table's records that holds the list, and what each item is written as, where not as it is. */
interface ListField {
  field: string;
  pack?: (item: never) => unknown;
  unpack?: (packed: never) => unknown;
}

/** By table. */
export function storedAsText(lists: Readonly<Record<string, ListField>>): Middleware<DBCore> {
  return {
    stack: 'dbcore',
    name: 'stored-as-text',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        const list = lists[name];
        return list ? withText(table, list) : table;
      },
    }),
  };
}

function withText(table: DBCoreTable, { field, pack, unpack }: ListField): DBCoreTable {
  const toText = (record: Record<string, never[]>) => {
    const list = record[field] ?? [];
    return { ...record, [field]: JSON.stringify(pack ? list.map(pack) : list) };
  };
  // None in the place of a record that is not there.
  const fromText = (record?: Record<string, string>) => {
    if (!record) return undefined;
    const list: never[] = JSON.parse(record[field] ?? '[]');
    return { ...record, [field]: unpack ? list.map(unpack) : list };
  };
  return {
    ...table,
    mutate: (request) =>
      table.mutate('values' in request ? { ...request, values: request.values.map(toText) } : request),
    get: (request) => table.get(request).then(fromText),
    getMany: (request) => table.getMany(request).then((records) => records.map(fromText)),
    query: (request) =>
      table
        .query(request)
        .then((answer) => (request.values ? { ...answer, result: answer.result.map(fromText) } : answer)),
    openCursor: (request) =>
      table.openCursor(request).then((cursor) => cursor && withValue(cursor, () => fromText(cursor.value))),
  };
}

/** The cursor with another value. What a browser's own cursor says it says of itself only, so nothing of that can be inherited. */
function withValue(cursor: DBCoreCursor, value: () => unknown): DBCoreCursor {
  return Object.create(cursor, {
    key: { get: () => cursor.key },
    primaryKey: { get: () => cursor.primaryKey },
    value: { get: value },
  });
}
