import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../database/database.ts';
import { ACCOUNT, ANNA, transactionRow } from '../database/rows.fixture.ts';
import { dropLedger, readSums, readTotals, writeMonths } from './ledger.ts';
import { readRecountState, recountNext } from './recount.ts';

const SCOPE = 'account:a';
const now = new Date('2026-03-10T12:00:00Z');
const right = {
  nature: 'regular',
  type: 'expense',
  refund: false,
  category: 'Food',
  budgetId: null,
  cents: 100,
  count: 1,
  lines: 1,
} as const;
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

it('[S26a, S26c, G7] a recount takes one month at a time, puts a wrong total right and notes it', async () => {
  await setTotal('2026-02');
  expect(await recountNext(db, now)).toBe('more');
  expect(await linesOf('2026-02')).toEqual([wrong]);
  expect(await recountNext(db, now)).toBe('more');
  expect(await linesOf('2026-02')).toEqual([right]);
  expect((await readRecountState(db)).repairs).toEqual([{ scope: SCOPE, month: '2026-02', at: now.toISOString() }]);
});

it('[S26a] a recount ends after the last month and begins again a day later', async () => {
  const round = ['more', 'more', 'more', 'finished', 'done'];
  for (const expected of round) expect(await recountNext(db, now)).toBe(expected);
  expect(await readRecountState(db)).toEqual({ last: null, finishedAt: now.toISOString(), repairs: [] });
  expect(await recountNext(db, new Date('2026-03-11T13:00:00Z'))).toBe('more');
});

it('[S26b, S26c, G7] a recount puts sums right that differ from the months, and notes the scope', async () => {
  await db.sums.put({ scope: SCOPE, income: 0, expense: 301, balance: -301, count: 3 });
  for (let month = 0; month < 3; month++) expect(await recountNext(db, now)).toBe('more');
  expect((await readSums(db, SCOPE)).balance).toBe(-301);
  expect(await recountNext(db, now)).toBe('finished');
  expect((await readSums(db, SCOPE)).balance).toBe(-300);
  expect((await readRecountState(db)).repairs).toEqual([{ scope: SCOPE, month: null, at: now.toISOString() }]);
});

it('[S26b, S26c, G7] a recount puts the sums of an empty scope right', async () => {
  await dropLedger(db, SCOPE);
  await db.sums.put({ scope: SCOPE, income: 0, expense: 5, balance: -5, count: 1 });
  expect(await recountNext(db, now)).toBe('finished');
  expect((await readSums(db, SCOPE)).balance).toBe(0);
});

it('[S26c, G7] a recount puts the sums right together with a month', async () => {
  await setTotal('2026-02');
  await db.sums.put({ scope: SCOPE, income: 0, expense: 301, balance: -301, count: 3 });
  for (let month = 0; month < 2; month++) await recountNext(db, now);
  expect((await readSums(db, SCOPE)).balance).toBe(-300);
});

it('[S26a] a recount finds totals without rows and rows without totals', async () => {
  await setTotal('2020-01');
  await db.totals.delete([SCOPE, '2026-03']);
  for (let month = 0; month < 4; month++) await recountNext(db, now);
  expect(await linesOf('2020-01')).toEqual([]);
  expect(await linesOf('2026-03')).toEqual([right]);
});

it('[S26a] a recount leaves the totals of months whose rows are not here', async () => {
  await setTotal('2020-01');
  const cursor = { scope: SCOPE, accountId: ACCOUNT, role: 'owner', version: 1, grantId: 'g' } as const;
  await db.cursors.put({ ...cursor, before: '2026-01' });
  expect(await recountNext(db, now)).toBe('more');
  expect(await linesOf('2020-01')).toEqual([wrong]);
});
