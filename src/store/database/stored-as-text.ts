/**
 * Stores long lists as JSON text. The browser copies a list value by value, but a text is one value (decision 0008).
 * Code that works with the tables sees lists.
 */
import type { DBCore, DBCoreTable, Middleware } from 'dexie';
import { withValue } from './cursor-value.ts';

/** The field of a table's records that holds the list, and how the list is written and read. */
interface ListField {
  field: string;
  pack: (list: never[]) => unknown;
  unpack: (packed: never[]) => unknown;
}

/** Returns the middleware for these lists, given by table. */
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
    return { ...record, [field]: compressible(JSON.stringify(pack(list))) };
  };
  // A missing record stays undefined.
  const fromText = (record?: Record<string, string>) => {
    if (!record) return undefined;
    const list: never[] = JSON.parse(record[field] ?? '[]');
    return { ...record, [field]: unpack(list) };
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

/** Chromium compresses values of this many bytes before it stores them, and no others. */
const COMPRESSED = 65_536;
/** Below this length a text is read faster as it is. */
const WORTH_COMPRESSING = 20_000;

/** Fills a text up with blanks to a length that is compressed: it is read and written twice as fast (decision 0008). */
function compressible(text: string): string {
  return text.length < WORTH_COMPRESSING ? text : text.padEnd(COMPRESSED);
}
