import 'fake-indexeddb/auto';
import { IDBDatabase } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Database } from './database.ts';
import { endInTime, openInWorker, withDatabase } from './in-worker.ts';

const USER = '1c2f7a52-4b53-4d0a-9a6e-0f6f2f0f8a13';

/** How many transactions ran in a connection when it was closed, of each in the order of closing. */
let closed: number[];

beforeEach(() => {
  closed = [];
  const running = new Map<IDBDatabase, number>();
  const count = (connection: IDBDatabase, by: number) => running.set(connection, (running.get(connection) ?? 0) + by);
  const { transaction, close } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    const made = transaction.apply(this, args);
    count(this, 1);
    made.addEventListener('complete', () => count(this, -1));
    return made;
  });
  vi.spyOn(IDBDatabase.prototype, 'close').mockImplementation(function (this: IDBDatabase) {
    closed.push(running.get(this) ?? 0);
    close.apply(this);
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await new Database(USER).delete();
});

it('a worker closes a database at a moment when nothing runs in it', async () => {
  let reading: Promise<unknown> | undefined;
  await withDatabase('copy', USER, async (database) => {
    reading = database.meta.toArray();
  });
  expect(closed).toEqual([0]);
  expect(await reading).toEqual([]);
});

it('a log-out elsewhere waits for what a worker reads, and no longer', async () => {
  const database = await openInWorker('search', USER);
  const reading = database.transaction('r', database.meta, async () => {
    for (let step = 0; step < 20; step++) await database.meta.get('anything');
  });
  await new Database(USER).delete();
  await reading;
  expect(closed[0]).toBe(0);
});

it('a worker is not ended while it opens a database', async () => {
  const events: string[] = [];
  vi.stubGlobal('navigator', { locks: oneAtATime() });
  const ended = Promise.withResolvers<void>();
  const worker = {
    terminate() {
      events.push('ended');
      ended.resolve();
    },
  };
  const end = endInTime(worker, 'import');
  const opening = openInWorker('import', USER).then((database) => {
    events.push('opened');
    return database;
  });
  end();
  const database = await opening;
  await ended.promise;
  expect(events).toEqual(['opened', 'ended']);
  database.close();
});

/** The test environment has no locks. */
function oneAtATime() {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    request(_name: string, work: () => Promise<unknown>) {
      const mine = turn.then(work);
      turn = mine.catch(() => {});
      return mine;
    },
  };
}
