import 'fake-indexeddb/auto';
import { IDBDatabase } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Database } from './database.ts';
import { endInTime, openInWorker, takeMessages, withDatabase } from './in-worker.ts';

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
  await new Database(USER).delete();
});

it('a worker closes a database at a moment when nothing runs in it', async () => {
  let reading: Promise<unknown> | undefined;
  await withDatabase(USER, async (database) => {
    reading = database.meta.toArray();
  });
  expect(closed).toEqual([0]);
  expect(await reading).toEqual([]);
});

it('a log-out elsewhere waits for what a worker reads, and no longer', async () => {
  const database = await openInWorker(USER);
  const reading = database.transaction('r', database.meta, async () => {
    for (let step = 0; step < 20; step++) await database.meta.get('anything');
  });
  await new Database(USER).delete();
  await reading;
  expect(closed[0]).toBe(0);
});

it('a worker that is asked to end closes what it opens and what it reads, and ends then', async () => {
  const scope = new MessageChannel();
  const ended = Promise.withResolvers<number[]>();
  takeMessages({ addEventListener: listenAt(scope.port2), close: () => ended.resolve([...closed]) }, () => {});
  const page = { postMessage: (message: unknown) => scope.port1.postMessage(message), terminate: () => {} };
  const database = await openInWorker(USER);
  const reading = database.transaction('r', database.meta, () => database.meta.toArray());
  const opening = openInWorker(USER);
  endInTime(page)();
  expect(await ended.promise).toEqual([0, 0]);
  expect((await opening).isOpen()).toBe(false);
  expect(await reading).toEqual([]);
  await expect(openInWorker(USER)).rejects.toMatchObject({ reason: 'storage_closed' });
  for (const port of [scope.port1, scope.port2]) port.close();
});

it('a worker that does not end is terminated', () => {
  vi.useFakeTimers();
  const page = { postMessage: () => {}, terminate: vi.fn<() => void>() };
  endInTime(page)();
  vi.advanceTimersByTime(4_999);
  expect(page.terminate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(page.terminate).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

function listenAt(port: MessagePort) {
  return (_type: 'message', listener: (event: MessageEvent) => void) => {
    port.addEventListener('message', listener);
    port.start();
  };
}
