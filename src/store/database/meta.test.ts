import 'fake-indexeddb/auto';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { dropMeta, readAhead, readMeta, readOne, readStored, writeMeta } from './meta.ts';
import { ANNA, idOf } from './rows.fixture.ts';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.meta.bulkPut([
    { key: 'a', value: 1 },
    { key: 'b', value: 2 },
  ]);
});
afterEach(() => db.delete());

const read = (key: string, from = db) => readMeta(from, key, v.number());

it('a transaction asks for a value once, and knows what it has written and dropped since', async () => {
  const gets = vi.spyOn(IDBObjectStore.prototype, 'get');
  await db.transaction('rw', db.meta, async () => {
    await readAhead(db, ['a', 'b', 'none']);
    expect([await read('a'), await read('b'), await read('none')]).toEqual([1, 2, null]);
    expect(gets).toHaveBeenCalledTimes(3);
    await writeMeta(db, 'none', 3);
    await dropMeta(db, 'a');
    expect([await read('a'), await read('none')]).toEqual([null, 3]);
    expect(await readStored(db, ['a', 'b'])).toEqual([undefined, 2]);
    expect(gets).toHaveBeenCalledTimes(3);
  });
  expect([await read('a'), await read('none')]).toEqual([null, 3]);
});

it('the next transaction, and a reader outside of one, see what another writer has stored meanwhile', async () => {
  await db.transaction('r', db.meta, async () => read('a'));
  await db.meta.put({ key: 'a', value: 9 });
  expect(await read('a')).toBe(9);
  expect(await db.transaction('r', db.meta, async () => read('a'))).toBe(9);
});

it('a transaction within another one knows what that one has written', async () => {
  await db.transaction('rw', db.meta, async () => {
    await writeMeta(db, 'a', 7);
    expect(await db.transaction('r', db.meta, async () => read('a'))).toBe(7);
  });
});

it('a value that is read while it is written is not taken for what stands', async () => {
  await db.transaction('rw', db.meta, async () => {
    await Promise.all([readStored(db, ['a', 'b']), writeMeta(db, 'b', 5)]);
    expect(await read('b')).toBe(5);
  });
});

it('a transaction of one database says nothing about another one', async () => {
  const other = await openDatabase(idOf(99));
  await other.meta.put({ key: 'a', value: 'theirs' });
  await db.transaction('r', db.meta, async () => {
    await read('a');
    expect(await readOne(db, 'a')).toBe(1);
  });
  expect(await readOne(other, 'a')).toBe('theirs');
  await other.delete();
});
