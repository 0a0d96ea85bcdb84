/**
 * An entry of the outbox may touch hundreds of rows. Dexie would tell each live query about every one of them. A live
 * query of such an index runs again after each change instead.
 */
import { type DBCore, type Middleware, RangeSet } from 'dexie';

/** An entry that touches more rows than this counts as touching all. */
const MANY = 50;

/** Returns the middleware for indexes with many keys a record, given by table. */
export function watchedAsAWhole(indexes: Readonly<Record<string, string>>): Middleware<DBCore> {
  return {
    stack: 'dbcore',
    name: 'watched-as-a-whole',
    // Above Dexie's own layer that tells live queries what has changed.
    level: 1,
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        const index = indexes[name];
        if (index === undefined) return table;
        const part = `idb://${core.schema.name}/${name}/${index}`;
        const isLong = (record: Record<string, unknown>) => {
          const keys = record[index];
          return Array.isArray(keys) && keys.length > MANY;
        };
        return {
          ...table,
          mutate: (request) => {
            if (!('values' in request) || !request.values.some(isLong)) return table.mutate(request);
            const mutatedParts = { ...request.mutatedParts, [part]: new RangeSet(core.MIN_KEY, core.MAX_KEY) };
            return table.mutate({ ...request, mutatedParts });
          },
        };
      },
    }),
  };
}
