// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { databaseName, openDatabase } from '#store/database/database';
import { commitMutation } from '#store/optimistic/mutations';
import { countUnsynced } from '#store/queries/entries/unsynced-entries';
import { Device, readLastUser, writeLastUser } from '#store/session/device';
import { forgetKept, readKept } from '#store/session/kept-users';
import { readRevocations } from '#store/session/revocations';
import { sessionStorage } from '#store/session/session-storage';
import { ANNA, accountRow, insertTransaction, transactionRow } from '../../store/database/rows.fixture.ts';
import { useRememberedAccount } from '../accounts/active-account.ts';
import { logOut } from './log-out.ts';

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

test('logging out deletes the database when the server has all of it', async () => {
  const { device, database } = await signedIn();
  useRememberedAccount.getState().select('an account');
  database.close();
  await logOut(device, leaving);
  expect(await readLastUser(device)).toBeNull();
  expect(await readRevocations(device)).toHaveLength(1);
  expect(await Dexie.exists(databaseName(ANNA.userId))).toBe(false);
  expect(Object.keys(localStorage)).toEqual([]);
});

test('the database is deleted only after this page has closed it and finished its reads and writes', async () => {
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

test('logging out keeps what only this device has, for the next log-in of the same user', async () => {
  const { device, database } = await signedIn();
  await commitMutation(database, [insertTransaction(transactionRow(1))], { ...ANNA, now: new Date() });
  expect(await countUnsynced(database)).toBe(1);
  database.close();
  await logOut(device, leaving);
  expect(await readLastUser(device)).toBeNull();
  const again = await openDatabase(ANNA.userId);
  expect(await countUnsynced(again)).toBe(1);
  again.close();
});

test('data that a log-out keeps is listed by its user until it is forgotten or the user logs in', async () => {
  const { device, database } = await signedIn();
  await commitMutation(database, [insertTransaction(transactionRow(1))], { ...ANNA, now: new Date() });
  expect(await readKept(device)).toEqual([]);
  database.close();
  await logOut(device, leaving);
  expect(await readKept(device)).toEqual([{ id: ANNA.userId, email: ANNA.userEmail }]);
  await writeLastUser(device, { id: ANNA.userId, email: ANNA.userEmail });
  expect(await readKept(device)).toEqual([]);
  expect(await forgetKept(device, ANNA.userId)).toBe(false);
  await writeLastUser(device, null);
  expect(await forgetKept(device, ANNA.userId)).toBe(true);
  expect(await readKept(device)).toEqual([]);
  expect(await Dexie.exists(databaseName(ANNA.userId))).toBe(false);
});

test('nobody is listed during a log-out, or after one that keeps nothing', async () => {
  const { device, database } = await signedIn();
  const closed = Promise.withResolvers<void>();
  const leave = logOut(device, { ...leaving, closed: closed.promise });
  await vi.waitFor(async () => expect(await readLastUser(device)).toBeNull());
  expect(await readKept(device)).toEqual([]);
  database.close();
  closed.resolve();
  await leave;
  expect(await readKept(device)).toEqual([]);
  expect(JSON.stringify(await device.items.toArray())).not.toContain(ANNA.userEmail);
});
