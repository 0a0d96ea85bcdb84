import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory as Factory } from 'fake-indexeddb';
import { afterEach, describe, expect, it } from 'vitest';
import { commitMutation } from '../optimistic/mutations.ts';
import { type Database, openDatabase } from './database.ts';
import { ANNA, accountRow, insertTransaction, transactionRow } from './rows.fixture.ts';
import { storageReason } from './storage-failure.ts';

/** A browser where every attempt to open a database fails with an error of this name. */
function browserThatThrows(name: string) {
  class Refusing extends Factory {
    override open(): never {
      throw new DOMException('', name);
    }
  }
  return { indexedDB: new Refusing(), IDBKeyRange };
}

const opened: Database[] = [];
afterEach(() => Promise.all(opened.splice(0).map((db) => db.delete())));

describe('a database that cannot be opened', () => {
  it.each([
    ['SecurityError', 'storage_unavailable'],
    ['InvalidStateError', 'storage_unavailable'],
    ['QuotaExceededError', 'storage_full'],
  ])('because of a %s reports %s', async (name, reason) => {
    const refused = openDatabase(ANNA.userId, browserThatThrows(name));
    await expect(refused).rejects.toMatchObject({ name: 'StorageFailure', reason });
  });
});

it('an entry without room in the storage is refused with that reason, and leaves nothing behind', async () => {
  const db = await openDatabase(ANNA.userId);
  opened.push(db);
  await db.accounts.put(accountRow());
  db.outbox.hook('creating', () => {
    throw new DOMException('', 'QuotaExceededError');
  });
  const entered = commitMutation(db, [insertTransaction(transactionRow(1))], { ...ANNA, now: new Date() });
  await expect(entered).rejects.toMatchObject({ name: 'StorageFailure', reason: 'storage_full' });
  expect(await db.transactions.count()).toBe(0);
  expect(await db.totals.count()).toBe(0);
});

it.each([
  ['several rows', new Dexie.BulkError('put', [new DOMException('', 'QuotaExceededError')])],
  ['changed rows', new Dexie.ModifyError('modify', [new DOMException('', 'QuotaExceededError')])],
])('a device without room for %s says so', (_, failure) => {
  expect(storageReason(failure)).toBe('storage_full');
  expect(storageReason(Object.assign(new Error(), { inner: failure }))).toBe('storage_full');
});
