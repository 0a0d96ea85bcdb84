// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { databaseName, openDatabase } from '#store/database';
import { Device, readLastUser, writeLastUser } from '#store/device';
import { commitIntent } from '#store/intents';
import { readRevocations } from '#store/revocations';
import { sessionStorage } from '#store/session-storage';
import { ANNA, accountRow, insertTransaction, transactionRow } from '../../store/rows.fixture.ts';
import { useRememberedAccount } from '../accounts/active-account.ts';
import { countUnsynced, logOut } from './log-out.ts';

afterEach(async () => {
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
});

async function signedIn() {
  const device = new Device();
  const session = { access_token: 'access', refresh_token: 'refresh', expires_at: 1, user: { id: ANNA.userId } };
  await sessionStorage(device).setItem('auth', JSON.stringify(session));
  await writeLastUser(device, { id: ANNA.userId, email: ANNA.userEmail });
  const database = await openDatabase(ANNA.userId);
  await database.accounts.put(accountRow());
  return { device, database };
}

const leaving = { userId: ANNA.userId, closed: Promise.resolve() };

test('logging out removes the database when all of it is on the server', async () => {
  const { device, database } = await signedIn();
  useRememberedAccount.getState().select('an account');
  database.close();
  await logOut(device, leaving);
  expect(await readLastUser(device)).toBeNull();
  expect(await readRevocations(device)).toHaveLength(1);
  expect(await Dexie.exists(databaseName(ANNA.userId))).toBe(false);
  expect(Object.keys(localStorage)).toEqual([]);
});

test('the database is removed only when this page has closed it and what was going on there is done', async () => {
  const { device, database } = await signedIn();
  const blocked = vi.spyOn(console, 'warn');
  const closed = Promise.withResolvers<void>();
  const leave = logOut(device, { ...leaving, closed: closed.promise });
  await vi.waitFor(async () => expect(await readLastUser(device)).toBeNull());
  expect(await Dexie.exists(databaseName(ANNA.userId))).toBe(true);
  void database.accounts.put(accountRow({ name: 'last words' }));
  database.close();
  closed.resolve();
  await leave;
  expect(await Dexie.exists(databaseName(ANNA.userId))).toBe(false);
  expect(blocked).not.toHaveBeenCalled();
});

test('logging out keeps what only this device has for the next log-in of the same user', async () => {
  const { device, database } = await signedIn();
  await commitIntent(database, [insertTransaction(transactionRow(1))], { ...ANNA, now: new Date() });
  expect(await countUnsynced(database)).toBe(1);
  database.close();
  await logOut(device, leaving);
  expect(await readLastUser(device)).toBeNull();
  const again = await openDatabase(ANNA.userId);
  expect(await countUnsynced(again)).toBe(1);
  again.close();
});
