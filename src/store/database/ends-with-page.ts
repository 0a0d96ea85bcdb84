/**
 * A page that goes to the browser's cache stands still, for "Back". In WebKit its transactions stand still with it, and
 * those of its workers, and every later page waits for them. So they end when the page goes there.
 */
import type { DBCore, DBCoreTransaction, Middleware } from 'dexie';

const running = new Set<DBCoreTransaction>();
const workers = new Set<Worker>();
let hasEndedWorkers = false;

/** For every database that a page opens. */
export const endsWithPage: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'endsWithPage',
  create: (core) => ({
    ...core,
    transaction(...args) {
      const transaction = core.transaction(...args);
      if (!hasEvents(transaction)) return transaction;
      const forget = () => running.delete(transaction);
      running.add(transaction);
      for (const end of ['complete', 'abort']) transaction.addEventListener(end, forget);
      return transaction;
    },
  }),
};

/** For every worker that opens a database. The returned function is called when it has ended otherwise. */
export function endWithPage(worker: Worker): () => void {
  workers.add(worker);
  return () => void workers.delete(worker);
}

/** Dexie names less of a transaction than browsers have. */
function hasEvents<T extends object>(transaction: T): transaction is T & Pick<EventTarget, 'addEventListener'> {
  return 'addEventListener' in transaction;
}

function leave(event: Event): void {
  if (!goesToCache(event)) return;
  for (const transaction of running) {
    try {
      transaction.abort();
    } catch {
      // It is over, and has not told it yet.
    }
  }
  hasEndedWorkers = workers.size > 0;
  for (const worker of workers) worker.terminate();
  workers.clear();
}

/** Nobody answers a page that has lost its workers. Its drafts come back (draft-keeper.ts). */
function comeBack(event: Event): void {
  const isLame = goesToCache(event) && hasEndedWorkers;
  if (isLame && 'reload' in location && typeof location.reload === 'function') location.reload();
}

/** Whether the page goes to that cache, or comes from it. Workers, which open databases too, do not know this event. */
function goesToCache(event: Event): boolean {
  return 'persisted' in event && event.persisted === true;
}

if ('document' in globalThis) {
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
}
