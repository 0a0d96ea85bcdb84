/**
 * Databases that workers open. In WebKit, a worker that is terminated while it opens or closes a database, or while
 * something runs in one, may leave a connection that nobody can close. A log-out would wait for ever to delete the
 * database. So the page asks a worker to end, and it ends by itself when nothing runs in its databases.
 */
import { type Database, openDatabase } from './database.ts';
import { endWithPage, running } from './ends-with-page.ts';
import { StorageFailure } from './storage-failure.ts';

const END = 'end';

/** Milliseconds until a worker that does not end is terminated all the same. It may be reading a large file. */
const PATIENCE_MS = 5_000;

const opening = new Set<Promise<Database>>();
const opened = new Set<Database>();
let ending = false;

interface Scope<Message> {
  addEventListener(type: 'message', listener: (event: MessageEvent<Message | typeof END>) => void): void;
  close(): void;
}

/** In the worker: `take` gets what the page sends, until the page asks the worker to end. */
export function takeMessages<Message>(scope: Scope<Message>, take: (message: Message) => unknown): void {
  scope.addEventListener('message', async ({ data }) => {
    if (data !== END) return take(data);
    ending = true;
    await Promise.allSettled(opening);
    await Promise.all([...opened].map(closeInWorker));
    scope.close();
  });
}

/** In the worker: opens the user's database (openDatabase). Throws a StorageFailure, too, while the worker ends. */
export async function openInWorker(userId: string): Promise<Database> {
  if (ending) throw new StorageFailure('storage_closed');
  const next = openAtRest(userId);
  opening.add(next);
  try {
    const database = await next;
    opened.add(database);
    return database;
  } finally {
    opening.delete(next);
  }
}

async function openAtRest(userId: string): Promise<Database> {
  const database = await openDatabase(userId, undefined, (one) => void closeInWorker(one));
  // Dexie compares the schema in a transaction of its own, which is over before this one.
  await database.transaction('r', database.meta, () => database.meta.count());
  return database;
}

/** In the worker: closes the database at a moment when nothing runs in it. */
export async function closeInWorker(database: Database): Promise<void> {
  for (let rest = restOf(database); rest; rest = restOf(database)) await rest;
  database.close({ disableAutoOpen: true });
  opened.delete(database);
}

function restOf(database: Database): Promise<unknown> | null {
  return database.isOpen() ? running(database.backendDB()) : null;
}

/** In the worker: opens the user's database for this work only. */
export async function withDatabase<Value>(
  userId: string,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = await openInWorker(userId);
  try {
    return await work(database);
  } finally {
    await closeInWorker(database);
  }
}

/** In the page: the worker ends with it. The returned function ends it before that, whatever it is doing. */
export function endInTime(worker: Pick<Worker, 'postMessage' | 'terminate'>): () => void {
  const forget = endWithPage(worker);
  return () => {
    worker.postMessage(END);
    setTimeout(() => {
      forget();
      worker.terminate();
    }, PATIENCE_MS);
  };
}
