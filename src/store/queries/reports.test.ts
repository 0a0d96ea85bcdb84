import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildReport } from '#domain/reports/report';
import type { TransactionRow } from '#domain/rows';
import { type Database, openDatabase } from '../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  budgetRow,
  categoryRow,
  idOf,
  OTHER_ACCOUNT,
  transactionRow,
} from '../database/rows.fixture.ts';
import { writeMonths } from '../ledger/ledger.ts';
import { type ReportScope, readCompared, readEachDay, readReport } from './reports.ts';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow(), accountRow({ id: OTHER_ACCOUNT })]);
});
afterEach(() => db.delete());

const ALL: ReportScope = { kind: 'account', id: null };
const YEAR = { from: '2026-01-01', to: '2026-12-31' };

const write = (rows: TransactionRow[], scope = `account:${ACCOUNT}`) => writeMonths(db, scope, rows);

async function reportOf(scope: ReportScope, period = YEAR) {
  const { parts, complete } = await readReport(db, scope, period);
  const { totalIncome, totalExpense } = buildReport(parts, null);
  return { totalIncome, totalExpense, complete };
}

describe('a report by account', () => {
  it('includes both ends of the period, to the day', async () => {
    await write([
      transactionRow(1, { date: '2026-03-04', amount: 1 }),
      transactionRow(2, { date: '2026-03-05', amount: 10 }),
      transactionRow(3, { date: '2026-04-05', amount: 100 }),
      transactionRow(4, { date: '2026-04-06', amount: 1000 }),
    ]);
    expect(await reportOf(ALL, { from: '2026-03-05', to: '2026-04-05' })).toMatchObject({ totalExpense: 110 });
  });

  it('needs no rows of a whole month within the period', async () => {
    await write([transactionRow(1, { amount: 250 })]);
    await db.transactions.clear();
    expect(await reportOf(ALL)).toEqual({ totalIncome: 0, totalExpense: 250, complete: true });
  });

  it('tells when days of a cut month are not on this device', async () => {
    await write([transactionRow(1, { date: '2026-03-05' })]);
    const place = { scope: `account:${ACCOUNT}`, accountId: ACCOUNT };
    await db.cursors.put({ ...place, role: 'owner', version: 1, grantId: idOf(9), before: '2026-04' });
    expect(await reportOf(ALL, { from: '2026-03-02', to: '2026-03-31' })).toMatchObject({ complete: false });
  });

  it('adds all accounts, or takes one', async () => {
    await write([transactionRow(1, { amount: 1 })]);
    await write([transactionRow(2, { amount: 20, accountId: OTHER_ACCOUNT })], `account:${OTHER_ACCOUNT}`);
    expect((await reportOf(ALL)).totalExpense).toBe(21);
    expect((await reportOf({ kind: 'account', id: OTHER_ACCOUNT })).totalExpense).toBe(20);
  });

  it('counts a month that is cut at both ends once, while rows of another account are still arriving', async () => {
    await write([transactionRow(1, { date: '2026-03-05', amount: 1 })]);
    const place = { scope: `account:${ACCOUNT}`, accountId: ACCOUNT };
    await db.cursors.put({ ...place, role: 'owner', version: 1, grantId: idOf(9), before: '2026-04' });
    const dates = ['2026-03-04', '2026-03-05', '2026-03-20', '2026-03-21'];
    const rows = dates.map((date, n) => transactionRow(n + 2, { date, amount: 10 ** n, accountId: OTHER_ACCOUNT }));
    await write(rows, `account:${OTHER_ACCOUNT}`);
    const period = { from: '2026-03-05', to: '2026-03-20' };
    expect(await reportOf(ALL, period)).toEqual({ totalIncome: 0, totalExpense: 110, complete: false });
  });

  it('reads a period cut at both ends from rows of its first and last month and totals between', async () => {
    const dates = ['2026-01-04', '2026-01-05', '2026-02-10', '2026-07-05', '2026-07-06'];
    await write(dates.map((date, n) => transactionRow(n, { date, amount: 10 ** n })));
    await db.transactions.delete([`account:${ACCOUNT}`, '2026-02', 0]);
    expect(await reportOf(ALL, { from: '2026-01-05', to: '2026-07-05' })).toMatchObject({ totalExpense: 1110 });
  });

  it('leaves out an account that was deleted on this device while its pages are still there', async () => {
    await write([transactionRow(1)]);
    await db.accounts.delete(ACCOUNT);
    expect((await reportOf(ALL)).totalExpense).toBe(0);
  });
});

describe('the steps of a report', () => {
  const MARCH = { from: '2026-03-05', to: '2026-04-05' };
  const datesOf = async (period: typeof MARCH) => {
    const { parts, step } = await readReport(db, ALL, period);
    return [step, ...parts.map(({ date }) => date).sort()];
  };

  it('are days when the period is short, also for whole months', async () => {
    await write([
      transactionRow(1, { date: '2026-03-04' }),
      transactionRow(2, { date: '2026-03-05' }),
      transactionRow(3, { date: '2026-03-31' }),
      transactionRow(4, { date: '2026-03-31' }),
      transactionRow(5, { date: '2026-04-05' }),
      transactionRow(6, { date: '2026-05-05' }),
    ]);
    expect(await datesOf(MARCH)).toEqual(['day', '2026-03-05', '2026-03-31', '2026-04-05']);
    expect(await datesOf({ from: '2026-03-01', to: '2026-03-31' })).toEqual([
      'day',
      '2026-03-04',
      '2026-03-05',
      '2026-03-31',
    ]);
  });

  it('include a month that is divided into several pages', async () => {
    const rows = Array.from({ length: 1200 }, (_, n) => transactionRow(n, { date: '2026-03-05', amount: 1 }));
    await write([...rows, transactionRow(1200, { date: '2026-04-01', amount: 5 })]);
    expect(await db.transactions.count()).toBeGreaterThan(3);
    expect(await reportOf(ALL, MARCH)).toMatchObject({ totalExpense: 1205 });
  });

  it('are months while rows of the period are still arriving, so that no total waits for them', async () => {
    await write([transactionRow(1, { date: '2026-03-05', amount: 250 }), transactionRow(2, { date: '2026-04-05' })]);
    const place = { scope: `account:${ACCOUNT}`, accountId: ACCOUNT };
    await db.cursors.put({ ...place, role: 'owner', version: 1, grantId: idOf(9), before: '2026-04' });
    const period = { from: '2026-03-01', to: '2026-04-30' };
    expect(await datesOf(period)).toEqual(['month', '2026-03-01', '2026-04-01']);
    expect((await readReport(db, ALL, period)).complete).toBe(true);
  });
});

describe('a report by budget', () => {
  beforeEach(() => db.categories.put(categoryRow(20, { name: 'Food' })));

  it('counts what the budget covers: its category by name, and contributions to it', async () => {
    await db.budgets.put(budgetRow(30, { categoryId: idOf(20) }));
    await write([
      transactionRow(1, { amount: 1 }),
      transactionRow(2, { amount: 20, category: 'Housing' }),
      transactionRow(3, { amount: 300, category: 'Uncategorized', budgetId: idOf(30), type: 'income' }),
    ]);
    expect(await reportOf({ kind: 'budget', id: idOf(30) })).toMatchObject({ totalIncome: 300, totalExpense: 1 });
  });

  it('counts a transaction that several budgets cover once', async () => {
    await db.budgets.bulkPut([budgetRow(30), budgetRow(31, { categoryId: idOf(20) })]);
    await write([transactionRow(1, { amount: 40 })]);
    expect((await reportOf({ kind: 'budget', id: null })).totalExpense).toBe(40);
  });

  it('counts it once also when only the budgets were shared, each with a part of the ledger', async () => {
    await db.accounts.clear();
    await db.budgets.bulkPut([budgetRow(30), budgetRow(31, { categoryId: idOf(20) })]);
    const both = transactionRow(1, { amount: 40 });
    await write([both, transactionRow(2, { amount: 2, category: 'Housing' })], `budget:${idOf(30)}`);
    await write([both], `budget:${idOf(31)}`);
    expect((await reportOf({ kind: 'budget', id: null })).totalExpense).toBe(42);
  });
});

describe('the balance before a report', () => {
  const APRIL = { from: '2026-04-01', to: '2026-04-30' };
  const balanceBefore = async (scope: ReportScope, period = APRIL) =>
    (await readCompared(db, scope, period)).balanceBefore;

  it('is all that came and went before its first day, of one account or of all', async () => {
    await write([
      transactionRow(1, { date: '2026-01-05', amount: 5000, type: 'income' }),
      transactionRow(2, { date: '2026-03-31', amount: 100 }),
      transactionRow(3, { date: '2026-04-01', amount: 7 }),
    ]);
    await write([transactionRow(4, { amount: 20, accountId: OTHER_ACCOUNT })], `account:${OTHER_ACCOUNT}`);
    expect(await balanceBefore({ kind: 'account', id: ACCOUNT })).toBe(4900);
    expect(await balanceBefore(ALL)).toBe(4880);
    expect(await balanceBefore(ALL, { from: '2026-04-02', to: '2026-04-30' })).toBe(4873);
    expect(await balanceBefore(ALL, { from: '2025-12-01', to: '2026-04-30' })).toBe(0);
  });

  it('is not known while days of a cut month are not on this device, and budgets have none', async () => {
    await write([transactionRow(1, { date: '2026-03-05' })]);
    const place = { scope: `account:${ACCOUNT}`, accountId: ACCOUNT };
    await db.cursors.put({ ...place, role: 'owner', version: 1, grantId: idOf(9), before: '2026-04' });
    expect(await balanceBefore(ALL, { from: '2026-03-10', to: '2026-04-30' })).toBeNull();
    expect(await balanceBefore({ kind: 'budget', id: null })).toBeNull();
    expect(await readEachDay(db, ALL, { from: '2026-03-10', to: '2026-04-30' })).toBeNull();
  });
});
