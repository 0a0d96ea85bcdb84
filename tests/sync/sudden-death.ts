/** A page that is killed while it writes: the transaction is lost as a whole, and nothing more happens on that connection. */
import type { DBCore, DBCoreTable } from 'dexie';
import type { Database } from '#store/database';

export class Died extends Error {
  override readonly name = 'Died';
}

/** The `writes`-th write from now on (0: the first) and everything after it fails. */
export function dieAfter(db: Database, writes: number): void {
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
