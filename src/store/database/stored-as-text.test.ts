import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { ANNA, transactionRow } from './rows.fixture.ts';

const SCOPE = 'account:a';
const page = (part: number) => ({
  scope: SCOPE,
  month: '2026-03',
  part,
  rows: [transactionRow(part), { ...transactionRow(part + 1), unknownYet: 'kept' }],
});
const totals = {
  scope: SCOPE,
  month: '2026-03',
  lines: [
    {
      nature: 'regular' as const,
      type: 'income' as const,
      refund: false,
      category: 'Salary',
      budgetId: null,
      cents: 100_000,
      count: 1,
      lines: 1,
    },
    {
      nature: 'transfer' as const,
      type: 'expense' as const,
      refund: false,
      category: 'Übrige',
      budgetId: 'b',
      cents: 250,
      count: 2,
      lines: 2,
    },
  ],
};

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.transactions.bulkPut([page(0), page(1)]);
  await db.totals.put(totals);
});
afterEach(() => db.delete());

it('returns the lists as they were, with every kind of read', async () => {
  expect(await db.transactions.get([SCOPE, '2026-03', 1])).toEqual(page(1));
  expect(await db.transactions.get([SCOPE, '2026-03', 2])).toBeUndefined();
  const names = [1, 2, 0].map((part): [string, string, number] => [SCOPE, '2026-03', part]);
  expect(await db.transactions.bulkGet(names)).toEqual([page(1), undefined, page(0)]);
  expect(await db.transactions.toArray()).toEqual([page(0), page(1)]);
  expect(await db.transactions.filter(({ rows }) => rows.length === 2).toArray()).toEqual([page(0), page(1)]);
  const seen: unknown[] = [];
  await db.transactions.each((one) => seen.push(one));
  expect(seen).toEqual([page(0), page(1)]);
  expect(await db.totals.toArray()).toEqual([totals]);
});

it('takes changes of a list that was read', async () => {
  await db.totals.toCollection().modify((one) => {
    one.lines.pop();
  });
  expect(await db.totals.toArray()).toEqual([{ ...totals, lines: totals.lines.slice(0, 1) }]);
});

it('stores one text for each list', async () => {
  const stored = new Promise<unknown>((resolve, reject) => {
    const request = db.backendDB().transaction('totals').objectStore('totals').getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const lines = '[["income","Salary",null,100000,1],["expense","Übrige","b",250,2,null,"transfer"]]';
  expect(await stored).toEqual([{ ...totals, lines }]);
});
