import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, it, vi } from 'vitest';
import { Database, type DatabaseHealth, databaseName, openDatabase, watchDatabase } from './database.ts';
import { ANNA, accountRow, idOf } from './rows.fixture.ts';

const opened: Database[] = [];
const open = async (userId: string) => {
  const db = await openDatabase(userId);
  opened.push(db);
  return db;
};
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(opened.splice(0).map((db) => db.delete()));
});

it('keeps each user’s rows in a separate database', async () => {
  const anna = await open(ANNA.userId);
  const ben = await open(idOf(2));
  await anna.accounts.put(accountRow());
  expect(await ben.accounts.count()).toBe(0);
});

it('opens a database of v0.1.0 with everything in it, and gives it the tables that came later', async () => {
  const old = new Dexie(databaseName(ANNA.userId));
  old.version(1).stores({ accounts: 'id', outbox: '++seq, &id, state, *rows, wide, holdUntil', meta: 'key' });
  await old.table('accounts').put(accountRow());
  await old.table('outbox').add({ id: idOf(1), state: 'pending', rows: [['accounts', idOf(2)]] });
  old.close();
  const db = await open(ANNA.userId);
  expect(await db.accounts.toArray()).toEqual([accountRow()]);
  expect(await db.outbox.toArray()).toMatchObject([{ seq: 1, id: idOf(1) }]);
  expect(await db.notices.count()).toBe(0);
  expect(await db.drafts.count()).toBe(0);
});

/** The browser ends the connection, as it does before it removes a site's data. */
const disconnect = (db: Database) => db.backendDB().onclose?.(new Event('close'));

it('opens again, without a word, when the browser closed it but did not remove it', async () => {
  const db = await open(ANNA.userId);
  await db.accounts.put(accountRow());
  const health: DatabaseHealth[] = [];
  const stop = watchDatabase(db, (one) => health.push(one));
  disconnect(db);
  await vi.waitFor(() => expect(db.isOpen()).toBe(true));
  expect(await db.accounts.count()).toBe(1);
  expect(health).toEqual([]);
  stop();
});

it('reports once that the browser removed it, and does not create it anew', async () => {
  const db = await open(ANNA.userId);
  const health: DatabaseHealth[] = [];
  watchDatabase(db, (one) => health.push(one));
  const removed = db.backendDB();
  disconnect(db);
  removed.close();
  await new Promise((done) => Object.assign(indexedDB.deleteDatabase(db.name), { onsuccess: done }));
  await vi.waitFor(() => expect(health).toEqual(['removed']));
  await expect(db.accounts.count()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
  expect(await Dexie.exists(db.name)).toBe(false);
  expect(health).toEqual(['removed']);
});

it('reports that the browser removed it just before it is opened again, and does not create it anew', async () => {
  const db = await open(ANNA.userId);
  const health: DatabaseHealth[] = [];
  watchDatabase(db, (one) => health.push(one));
  const openAgain = db.open.bind(db);
  vi.spyOn(db, 'open').mockImplementationOnce(() => {
    indexedDB.deleteDatabase(db.name);
    return openAgain();
  });
  const removed = db.backendDB();
  disconnect(db);
  removed.close();
  await vi.waitFor(() => expect(health).toEqual(['removed']));
  expect(db.isOpen()).toBe(false);
  await expect(db.accounts.count()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
  expect(await Dexie.exists(db.name)).toBe(false);
});

it('reports that the browser removed it, which aborts an opening meanwhile', async () => {
  const db = await open(ANNA.userId);
  const health: DatabaseHealth[] = [];
  watchDatabase(db, (one) => health.push(one));
  const openIt = indexedDB.open.bind(indexedDB);
  const opening = vi.spyOn(indexedDB, 'open').mockImplementationOnce((name, version) => {
    const request = openIt(name, version);
    request.addEventListener('upgradeneeded', (event) => {
      event.stopImmediatePropagation();
      request.transaction?.abort();
    });
    return request;
  });
  const removed = db.backendDB();
  disconnect(db);
  removed.close();
  indexedDB.deleteDatabase(db.name);
  await vi.waitFor(() => expect(health).toEqual(['removed']));
  expect(opening).toHaveBeenCalledTimes(2);
  expect(await Dexie.exists(db.name)).toBe(false);
});

it('reports when the browser closed it and does not open it again', async () => {
  const db = await open(ANNA.userId);
  const health: DatabaseHealth[] = [];
  watchDatabase(db, (one) => health.push(one));
  vi.spyOn(db, 'open').mockRejectedValue(new DOMException('', 'UnknownError'));
  disconnect(db);
  await vi.waitFor(() => expect(health).toEqual(['closed']));
});

it('makes way for a newer version of the app in another tab and reports it', async () => {
  const db = await open(ANNA.userId);
  const health: DatabaseHealth[] = [];
  watchDatabase(db, (one) => health.push(one));
  const newer = new Database(ANNA.userId);
  newer.version(4).stores({ later: 'id' });
  await newer.open();
  expect(health).toEqual(['outdated']);
  newer.close();
});

it('lets a log-out in another tab delete it, and reports that once', async () => {
  const db = await open(ANNA.userId);
  const health: DatabaseHealth[] = [];
  watchDatabase(db, (one) => health.push(one));
  await new Database(ANNA.userId).delete();
  expect(health).toEqual(['deleted']);
});

it('does not create a deleted database anew by reading on', async () => {
  const reading = await open(ANNA.userId);
  await reading.accounts.put(accountRow());
  await new Database(ANNA.userId).delete();
  await expect(reading.accounts.count()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).not.toContain(reading.name);
});
