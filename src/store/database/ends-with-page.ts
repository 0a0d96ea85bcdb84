/**
 * A page that goes to the browser's cache stands still, for "Back". In WebKit its transactions stand still with it, and
 * those of its workers, and every later page waits for them. So they end when the page goes there, and a page that
 * comes back starts anew.
 */
import type { DBCore, DBCoreTransaction, Middleware } from 'dexie';

const ENDS = ['complete', 'abort'];

const transactions = new Set<DBCoreTransaction>();
const workers = new Set<Ended>();

type Ended = Pick<Worker, 'terminate'>;

/** For every database that a page opens. */
export const endsWithPage: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'endsWithPage',
  create: (core) => ({
    ...core,
    transaction(...args) {
      const transaction = core.transaction(...args);
      if (!hasEvents(transaction)) return transaction;
      const forget = () => transactions.delete(transaction);
      transactions.add(transaction);
      for (const end of ENDS) transaction.addEventListener(end, forget);
      return transaction;
    },
  }),
};

/** What runs in this connection: resolves when that is over. Null where nothing runs. */
export function running(connection: IDBDatabase): Promise<unknown> | null {
  const open = [...transactions].filter((one) => 'db' in one && one.db === connection);
  return open.length > 0 ? Promise.all(open.map(isOver)) : null;
}

function isOver(transaction: DBCoreTransaction): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (!hasEvents(transaction)) return Promise.resolve();
  for (const end of ENDS) transaction.addEventListener(end, () => resolve());
  return promise;
}

/** For every worker that opens a database. The returned function is called when it has ended otherwise. */
export function endWithPage(worker: Ended): () => void {
  workers.add(worker);
  return () => void workers.delete(worker);
}

/** Dexie names less of a transaction than browsers have. */
function hasEvents<T extends object>(transaction: T): transaction is T & Pick<EventTarget, 'addEventListener'> {
  return 'addEventListener' in transaction;
}

function leave(event: Event): void {
  if (!goesToCache(event)) return;
  for (const transaction of transactions) {
    try {
      transaction.abort();
    } catch {
      // It is over, and has not told it yet.
    }
  }
  for (const worker of workers) worker.terminate();
  workers.clear();
}

/**
 * What stood still does not all go on: an answer of the server may never come, and a list that was just read stays
 * empty. Drafts come back (draft-keeper.ts).
 */
function comeBack(event: Event): void {
  if (goesToCache(event) && 'reload' in location && typeof location.reload === 'function') location.reload();
}

/** Whether the page goes to that cache, or comes from it. Workers, which open databases too, do not know this event. */
function goesToCache(event: Event): boolean {
  return 'persisted' in event && event.persisted === true;
}

if ('document' in globalThis) {
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
}
