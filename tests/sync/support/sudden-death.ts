/** A page that is killed while it writes. The whole transaction is lost, and its connection does nothing more. */
import type { DBCore, DBCoreTable, Dexie } from 'dexie';

export class Died extends Error {
  override readonly name = 'Died';
}

/**
 * Lets the `writes`-th write from now on (0: the first) fail, in any of the page's databases, and everything after it.
 */
export function dieAfter(page: Dexie | readonly Dexie[], writes: number): void {
  let left = writes;
  const live = () => {
    if (left < 0) throw new Died();
  };
  const dying = (table: DBCoreTable): DBCoreTable => ({
    ...table,
    mutate(request) {
      left -= 1;
      live();
      return table.mutate(request);
    },
  });
  for (const db of [page].flat()) {
    db.use({
      stack: 'dbcore',
      name: 'sudden death',
      create: (core): DBCore => ({
        ...core,
        table: (name) => dying(core.table(name)),
        transaction: (...parameters) => {
          live();
          return core.transaction(...parameters);
        },
      }),
    });
  }
}
