import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { Database, type DatabaseHealth, databaseName, openDatabase, watchDatabase } from './database.ts';
import { ANNA, accountRow, idOf } from './rows.fixture.ts';

const opened: Database[] = [];
const open = async (userId: string) => {
  const db = await openDatabase(userId);
  opened.push(db);
  return db;
};
afterEach(() => Promise.all(opened.splice(0).map((db) => db.delete())));

it('keeps each user’s rows in a separate database', async () => {
  const anna = await open(ANNA.userId);
  const ben = await open(idOf(2));
  await anna.accounts.put(accountRow());
  expect(await ben.accounts.count()).toBe(0);
});

it('opens a database of v0.1.0 with everything in it, and gives it the table of notices', async () => {
  const old = new Dexie(databaseName(ANNA.userId));
  old.version(1).stores({ accounts: 'id', outbox: '++seq, &id, state, *rows, wide, holdUntil', meta: 'key' });
  await old.table('accounts').put(accountRow());
  await old.table('outbox').add({ id: idOf(1), state: 'pending', rows: [['accounts', idOf(2)]] });
  old.close();
  const db = await open(ANNA.userId);
  expect(await db.accounts.toArray()).toEqual([accountRow()]);
  expect(await db.outbox.toArray()).toMatchObject([{ seq: 1, id: idOf(1) }]);
  expect(await db.notices.count()).toBe(0);
});

it('reports when the browser closed it, and opens again at the next access', async () => {
  const db = await open(ANNA.userId);
  await db.accounts.put(accountRow());
  const health: DatabaseHealth[] = [];
  const stop = watchDatabase(db, (one) => health.push(one));
  const connection = db.backendDB();
  connection.onclose?.(new Event('close'));
  expect(health).toContain('closed');
  expect(await db.accounts.count()).toBe(1);
  expect(health.at(-1)).toBe('open');
  stop();
});

it('makes way for a newer version of the app in another tab and reports it', async () => {
  const db = await open(ANNA.userId);
  const health: DatabaseHealth[] = [];
  watchDatabase(db, (one) => health.push(one));
  const newer = new Database(ANNA.userId);
  newer.version(3).stores({ later: 'id' });
  await newer.open();
  expect(health).toContain('outdated');
  newer.close();
});

it('lets a log-out in another tab delete it, and does not report a new version', async () => {
  const db = await open(ANNA.userId);
  const health: DatabaseHealth[] = [];
  watchDatabase(db, (one) => health.push(one));
  await new Database(ANNA.userId).delete();
  expect(health).not.toContain('outdated');
});

it('does not create a deleted database anew by reading on', async () => {
  const reading = await open(ANNA.userId);
  await reading.accounts.put(accountRow());
  await new Database(ANNA.userId).delete();
  await expect(reading.accounts.count()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).not.toContain(reading.name);
});
