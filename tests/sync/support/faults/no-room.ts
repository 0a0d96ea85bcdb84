/** A browser that gives a site no more room: writes fail until there is room again. Deleting still works. */
import type { DBCore, DBCoreTable, Dexie } from 'dexie';

export interface Room {
  /** Writes that still find room. */
  left: number;
  /** Writes that found none. */
  refused: number;
}

/** The browser's answer about keeping the data is written after an entry, and nobody waits for it. */
function isAside(value: unknown): boolean {
  return Reflect.get(Object(value), 'key') === 'persistence';
}

/** Lets all writes fail after the first `writes`, as the browser's requests do, until `left` is raised. */
export function limitRoom(db: Dexie, writes: number): Room {
  const room: Room = { left: writes, refused: 0 };
  const limited = (table: DBCoreTable): DBCoreTable => ({
    ...table,
    mutate: (request) => {
      if (request.type !== 'add' && request.type !== 'put') return table.mutate(request);
      if (request.values.every(isAside)) return table.mutate(request);
      room.left -= 1;
      if (room.left >= 0) return table.mutate(request);
      room.refused += 1;
      // As the database reports failed requests: with the error of each.
      const failures = request.values.map(() => new DOMException('', 'QuotaExceededError'));
      // After a round trip, as a real request: without one, what runs beside it loses its transaction.
      const { trans } = request;
      const answer = { numFailures: failures.length, failures: { ...failures }, lastResult: undefined };
      return table.get({ trans, key: '' }).then(() => answer);
    },
  });
  db.use({
    stack: 'dbcore',
    name: 'no room',
    create: (core): DBCore => ({ ...core, table: (name) => limited(core.table(name)) }),
  });
  return room;
}
