import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { readSums, readTotals, writeMonths } from './ledger.ts';
import { readRecountState, recountNext } from './recount.ts';
import { ACCOUNT, ANNA, transactionRow } from './rows.fixture.ts';

const SCOPE = 'account:a';
const now = new Date('2026-03-10T12:00:00Z');
const right = { type: 'expense', category: 'Food', budgetId: null, cents: 100, count: 1 } as const;
const wrong = { ...right, cents: 101 };

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  const dates = ['2026-01-05', '2026-02-05', '2026-03-05'];
  await writeMonths(
    db,
    SCOPE,
    dates.map((date, n) => transactionRow(n, { date })),
  );
});
afterEach(() => db.delete());

const setTotal = (month: string) => db.totals.put({ scope: SCOPE, month, lines: [{ ...wrong }] });
const linesOf = async (month: string) => (await readTotals(db, SCOPE, month, month)).flatMap(({ lines }) => lines);

it('counts one month a time, puts a wrong total right and notes which it was (S26, G7)', async () => {
  await setTotal('2026-02');
  expect(await recountNext(db, now)).toBe('more');
  expect(await linesOf('2026-02')).toEqual([wrong]);
  expect(await recountNext(db, now)).toBe('more');
  expect(await linesOf('2026-02')).toEqual([right]);
  expect((await readRecountState(db)).repairs).toEqual([{ scope: SCOPE, month: '2026-02', at: now.toISOString() }]);
});

it('ends when every month was counted, and begins again a day later (S26)', async () => {
  const round = ['more', 'more', 'more', 'finished', 'done'];
  for (const expected of round) expect(await recountNext(db, now)).toBe(expected);
  expect(await readRecountState(db)).toEqual({ last: null, finishedAt: now.toISOString(), repairs: [] });
  expect(await recountNext(db, new Date('2026-03-11T13:00:00Z'))).toBe('more');
});

it('puts sums right that are not what the months of their scope say, and notes whose (S26, G7)', async () => {
  await db.sums.put({ scope: SCOPE, income: 0, expense: 301, balance: -301, count: 3 });
  for (let month = 0; month < 3; month++) expect(await recountNext(db, now)).toBe('more');
  expect((await readSums(db, SCOPE)).balance).toBe(-301);
  expect(await recountNext(db, now)).toBe('finished');
  expect((await readSums(db, SCOPE)).balance).toBe(-300);
  expect((await readRecountState(db)).repairs).toEqual([{ scope: SCOPE, month: null, at: now.toISOString() }]);
});

it('puts the sums right together with a month (S26, G7)', async () => {
  await setTotal('2026-02');
  await db.sums.put({ scope: SCOPE, income: 0, expense: 301, balance: -301, count: 3 });
  for (let month = 0; month < 2; month++) await recountNext(db, now);
  expect((await readSums(db, SCOPE)).balance).toBe(-300);
});

it('finds totals without rows and rows without totals (S26)', async () => {
  await setTotal('2020-01');
  await db.totals.delete([SCOPE, '2026-03']);
  for (let month = 0; month < 4; month++) await recountNext(db, now);
  expect(await linesOf('2020-01')).toEqual([]);
  expect(await linesOf('2026-03')).toEqual([right]);
});

it('leaves the server’s totals of months alone whose rows are not here (S26)', async () => {
  await setTotal('2020-01');
  const cursor = { scope: SCOPE, accountId: ACCOUNT, role: 'owner', version: 1, grantId: 'g' } as const;
  await db.cursors.put({ ...cursor, before: '2026-01' });
  expect(await recountNext(db, now)).toBe('more');
  expect(await linesOf('2020-01')).toEqual([wrong]);
});
