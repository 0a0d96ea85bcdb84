/**
 * Databases that workers open. In WebKit, a worker that is ended while it opens a database, or closes one in which
 * something runs, leaves a connection that nobody can close. A log-out would wait for ever to delete the database.
 */
import { type Database, openDatabase } from './database.ts';
import { endWithPage, settled } from './ends-with-page.ts';

export type WorkerName = 'search' | 'copy' | 'import';

/** In the worker: opens the user's database (openDatabase). The page does not end the worker meanwhile. */
export function openInWorker(name: WorkerName, userId: string): Promise<Database> {
  return undisturbed(name, () => openDatabase(userId, undefined, (database) => void closeInWorker(database)));
}

/** In the worker: closes the database at a moment when nothing runs in it. */
export async function closeInWorker(database: Database): Promise<void> {
  if (database.isOpen()) await settled(database.backendDB());
  database.close({ disableAutoOpen: true });
}

/** In the worker: opens the user's database for this work only. */
export async function withDatabase<Value>(
  name: WorkerName,
  userId: string,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = await openInWorker(name, userId);
  try {
    return await work(database);
  } finally {
    await closeInWorker(database);
  }
}

/** In the page: the worker ends with it. The returned function ends it before that, whatever it is doing. */
export function endInTime(worker: Pick<Worker, 'terminate'>, name: WorkerName): () => void {
  const forget = endWithPage(worker);
  const end = async () => {
    forget();
    worker.terminate();
  };
  return () => void undisturbed(name, end);
}

/** `locks` is absent on plain-http origins. */
function undisturbed<Value>(name: WorkerName, work: () => Promise<Value>): Promise<Value> {
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  return locks ? locks.request(`carryover-worker-${name}`, work) : work();
}
