import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { Database, type DatabaseHealth, openDatabase, watchDatabase } from './database.ts';
import { ANNA, accountRow, idOf } from './rows.fixture.ts';

const opened: Database[] = [];
const open = async (userId: string) => {
  const db = await openDatabase(userId);
  opened.push(db);
  return db;
};
afterEach(() => Promise.all(opened.splice(0).map((db) => db.delete())));

it('keeps each user’s rows in a database of their own', async () => {
  const anna = await open(ANNA.userId);
  const ben = await open(idOf(2));
  await anna.accounts.put(accountRow());
  expect(await ben.accounts.count()).toBe(0);
});

it('says when the browser closed it, and opens again at the next access', async () => {
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

it('makes way for a newer version of the app in another tab and says so', async () => {
  const db = await open(ANNA.userId);
  const health: DatabaseHealth[] = [];
  watchDatabase(db, (one) => health.push(one));
  const newer = new Database(ANNA.userId);
  newer.version(2).stores({ later: 'id' });
  await newer.open();
  expect(health).toContain('outdated');
  newer.close();
});

it('lets itself be removed by a log-out in another tab and does not call that a new version', async () => {
  const db = await open(ANNA.userId);
  const health: DatabaseHealth[] = [];
  watchDatabase(db, (one) => health.push(one));
  await new Database(ANNA.userId).delete();
  expect(health).not.toContain('outdated');
});

it('does not make a database anew by reading on after it was removed', async () => {
  const reading = await open(ANNA.userId);
  await reading.accounts.put(accountRow());
  await new Database(ANNA.userId).delete();
  await expect(reading.accounts.count()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).not.toContain(reading.name);
});
