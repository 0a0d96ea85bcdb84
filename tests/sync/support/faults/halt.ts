/**
 * A page that ends at any `await`: at a request to its database, at the beginning of a transaction, before a request to
 * the server, or when the answer has come. What was committed stays; nothing else of the page is left.
 */
import type { DBCore, DBCoreTable, Dexie } from 'dexie';
import type { Remote } from '../../../../sync/remote.ts';
import { Died } from '../sudden-death.ts';

/** How many more times the page gets to an `await`. Below zero, it has ended. */
export interface Life {
  left: number;
}

function spend(life: Life): void {
  life.left -= 1;
  if (life.left < 0) throw new Died();
}

/** Lets each request to the database spend one of the page's `await`s. */
export function liveOn(db: Dexie, life: Life): void {
  const mortal = (table: DBCoreTable): DBCoreTable => {
    // No async functions: a transaction does not outlive a foreign promise.
    const spending =
      <Request, Answer>(act: (request: Request) => Promise<Answer>) =>
      (request: Request) => {
        spend(life);
        return act(request);
      };
    return {
      ...table,
      mutate: spending((request) => table.mutate(request)),
      get: spending((request) => table.get(request)),
      getMany: spending((request) => table.getMany(request)),
      query: spending((request) => table.query(request)),
      openCursor: spending((request) => table.openCursor(request)),
      count: spending((request) => table.count(request)),
    };
  };
  db.use({
    stack: 'dbcore',
    name: 'halt',
    create: (core): DBCore => ({
      ...core,
      table: (name) => mortal(core.table(name)),
      transaction: (...parameters) => {
        spend(life);
        return core.transaction(...parameters);
      },
    }),
  });
}

/** Lets each call of the server spend two of the page's `await`s: before it, and when the answer has come. */
export function liveThrough(remote: Remote, life: Life): Remote {
  async function pass<T>(call: () => Promise<T>): Promise<T> {
    spend(life);
    const answer = await call();
    spend(life);
    return answer;
  }
  return {
    ...remote,
    push: (...given) => pass(() => remote.push(...given)),
    pull: (...given) => pass(() => remote.pull(...given)),
    sendInvitation: (...given) => pass(() => remote.sendInvitation(...given)),
    resendInvitation: (...given) => pass(() => remote.resendInvitation(...given)),
  };
}
