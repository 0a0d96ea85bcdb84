import 'fake-indexeddb/auto';
import { IDBFactory as Factory } from 'fake-indexeddb';
import { afterEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { commitIntent } from './intents.ts';
import { ANNA, accountRow, insertTransaction, transactionRow } from './rows.fixture.ts';

/** A browser that answers every attempt to open a database like this. */
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
  ])('because of a %s says %s', async (name, reason) => {
    const refused = openDatabase(ANNA.userId, browserThatThrows(name));
    await expect(refused).rejects.toMatchObject({ name: 'StorageFailure', reason });
  });
});

it('an entry for which there is no room is refused as such, and leaves nothing behind', async () => {
  const db = await openDatabase(ANNA.userId);
  opened.push(db);
  await db.accounts.put(accountRow());
  db.outbox.hook('creating', () => {
    throw new DOMException('', 'QuotaExceededError');
  });
  const entered = commitIntent(db, [insertTransaction(transactionRow(1))], { ...ANNA, now: new Date() });
  await expect(entered).rejects.toMatchObject({ name: 'StorageFailure', reason: 'storage_full' });
  expect(await db.transactions.count()).toBe(0);
  expect(await db.totals.count()).toBe(0);
});
