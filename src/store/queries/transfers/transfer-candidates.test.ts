import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, OTHER_ACCOUNT, transactionRow } from '../../database/rows.fixture.ts';
import { writeMonths } from '../../ledger/ledger.ts';
import { freeRows } from './transfer-candidates.ts';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow(), accountRow({ id: OTHER_ACCOUNT, name: 'Savings' })]);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await db.delete();
});

it('the months of other accounts are read one after the other, because all rows may not fit into memory', async () => {
  const dates = ['2025-12-01', '2025-12-30', '2026-01-31', '2026-02-01', '2026-03-31', '2026-04-02', '2026-05-01'];
  const rows = dates.map((date, at) => transactionRow(at, { accountId: OTHER_ACCOUNT, amount: at * 100 + 100, date }));
  await writeMonths(db, `account:${OTHER_ACCOUNT}`, rows);
  const reads = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  const days = { elsewhere: ACCOUNT, from: '2026-01-02', to: '2026-03-30' };
  const found = await freeRows(db, ANNA.userId, days, ({ amount }) => amount !== 400);
  expect(found.map(({ row }) => row.date).sort()).toEqual([
    '2025-12-01',
    '2025-12-30',
    '2026-01-31',
    '2026-03-31',
    '2026-04-02',
  ]);
  const ofPages = reads.mock.results.filter(({ value }) => value.source.name === 'transactions');
  expect(ofPages.map(({ value }) => value.result.length)).toEqual([1, 1, 1, 1, 1]);
});
