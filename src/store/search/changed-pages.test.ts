import 'fake-indexeddb/auto';
import { Dexie, type ObservabilitySet } from 'dexie';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../database/database.ts';
import { ANNA, accountRow, transactionRow } from '../database/rows.fixture.ts';
import { changedPages } from './changed-pages.ts';

let db: Database;
let changes: ('all' | string[])[] = [];
const listen = (parts: ObservabilitySet) => {
  const pages = changedPages(db, parts);
  changes.push(pages === 'all' ? 'all' : pages.map(({ scope, month, part }) => `${scope} ${month} ${part}`).sort());
};
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  changes = [];
  Dexie.on('storagemutated', listen);
});
afterEach(async () => {
  Dexie.on.storagemutated.unsubscribe(listen);
  await db.delete();
});

const page = (month: string, part = 0) => ({ scope: 'account:a', month, part, rows: [transactionRow(1)] });

it('names each page that was written or deleted', async () => {
  await db.transactions.bulkPut([page('2026-01'), page('2026-01', 1), page('2026-02')]);
  await db.transactions.delete(['account:a', '2026-01', 1]);
  expect(changes).toEqual([
    ['account:a 2026-01 0', 'account:a 2026-01 1', 'account:a 2026-02 0'],
    ['account:a 2026-01 1'],
  ]);
});

it('names none when other tables or other databases changed', async () => {
  await db.accounts.put(accountRow());
  const other = await openDatabase('00000000-0000-4000-8000-00000000000b');
  await other.transactions.put(page('2026-01'));
  await other.delete();
  expect(changes.length).toBeGreaterThanOrEqual(2);
  expect(changes.flat()).toEqual([]);
});

it('returns all when so many were written that Dexie names no keys, and when a range was deleted', async () => {
  await db.transactions.bulkPut(Array.from({ length: 60 }, (_, part) => page('2026-01', part)));
  await db.transactions.where('[scope+month+part]').between(['account:a'], ['account:a', []]).delete();
  expect(changes[0]).toBe('all');
  expect(changes).toEqual(['all', 'all']);
});
