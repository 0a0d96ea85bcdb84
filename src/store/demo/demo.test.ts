import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { sampleData } from '../../features/demo/sample-data.ts';
import { deleteAccount } from '../commands/accounts/account-delete.ts';
import { cancelEntry } from '../commands/entries/entry-cancel.ts';
import { addTransaction } from '../commands/transactions/transaction-add.ts';
import { type Database, DEMO_USER_ID, openDatabase } from '../database/database.ts';
import { askForPersistence, readPersistence } from '../database/persistence.ts';
import { settleHere } from '../local/settle.ts';
import { listAccounts } from '../queries/accounts/accounts.ts';
import { readAgreements } from '../queries/reconciliations.ts';
import { newestTransactions } from '../queries/rows/transactions.ts';
import { readUpcoming } from '../queries/schedules/upcoming.ts';
import { prepareDemo } from './demo.ts';
import { removeDemo } from './demo-removal.ts';

const now = new Date(2026, 10, 21, 12);
const actor = { userId: DEMO_USER_ID, email: 'you@example.org' };

let db: Database | undefined;

// A page releases its lock when it goes away, but the test process stays.
vi.stubGlobal('navigator', {});

afterEach(async () => {
  db?.close();
  await removeDemo();
});

async function openDemo(): Promise<Database> {
  await prepareDemo(() => sampleData(DEMO_USER_ID, now), actor.email, now);
  db = await openDatabase(DEMO_USER_ID);
  return db;
}

test('the demo has a separate database with a year of data up to today, and nothing in it waits', async () => {
  const demo = await openDemo();
  expect(demo.name).toBe('carryover-demo');
  const accounts = await listAccounts(demo);
  expect(accounts.map(({ account, role }) => [account.name, role])).toEqual([
    ['Household', 'owner'],
    ['Studio', 'owner'],
    ['Savings', 'owner'],
  ]);
  const rows = await newestTransactions(demo, accounts[0]?.account.id ?? '', 1000);
  expect(rows.length).toBeGreaterThan(200);
  expect(rows[0]?.date).toBe('2026-11-21');
  expect(rows.at(-1)?.date).toBe('2025-11-01');
  const kinds = new Set(rows.map(({ nature, lines, status }) => `${lines ? 'split' : nature} ${status}`));
  expect(kinds).toContain('opening reconciled');
  expect(kinds).toContain('transfer cleared');
  expect(kinds).toContain('split reconciled');
  expect(kinds).toContain('regular open');
  const refunds = rows.filter(({ refund }) => refund);
  expect(refunds.map(({ date, type, category }) => [date, type, category])).toEqual([
    ['2026-10-26', 'income', 'Other Expenses'],
    ['2025-11-26', 'income', 'Other Expenses'],
  ]);
  const { agreements } = await readAgreements(demo, accounts[0]?.account.id ?? '');
  expect(agreements.map(({ difference }) => difference)).toEqual([0, 0, 0]);
  expect(await demo.budgets.count()).toBe(3);
  expect(await demo.outbox.count()).toBe(0);
  expect(await demo.bases.count()).toBe(0);
});

test('the demo has two schedules, of which nothing is due yet, and more comes', async () => {
  const demo = await openDemo();
  const { overdue, ahead } = await readUpcoming(demo, now);
  expect(overdue).toEqual([]);
  expect(ahead.map(({ date, holdup, schedule }) => [date, schedule.description, holdup])).toEqual([
    ['2026-12-02', 'Rent', null],
    ['2026-12-15', 'Music streaming', 'remind'],
    ['2027-01-02', 'Rent', null],
    ['2027-01-15', 'Music streaming', 'remind'],
  ]);
});

test('sample data is the same each time', () => {
  expect(sampleData(DEMO_USER_ID, now)).toEqual(sampleData(DEMO_USER_ID, now));
});

test('the app does not ask to keep sample data', async () => {
  const demo = await openDemo();
  let asked = false;
  await askForPersistence(demo, { persist: async () => (asked = true) });
  expect(asked).toBe(false);
  expect(await readPersistence(demo)).toBeNull();
});

test('a reloaded page continues with what was done in the demo', async () => {
  const demo = await openDemo();
  const [first] = await listAccounts(demo);
  const accountId = first?.account.id ?? '';
  const entry = {
    accountId,
    type: 'expense',
    amount: '3',
    date: '2026-11-21',
    description: 'Tea',
    category: 'Food',
  } as const;
  await addTransaction(demo, actor, entry, now);
  demo.close();
  const again = await openDemo();
  expect((await newestTransactions(again, accountId, 5)).map(({ description }) => description)).toContain('Tea');
});

test('mutations count as settled, but an entry behind an Undo can still be taken back', async () => {
  const demo = await openDemo();
  const stop = settleHere(demo);
  const [household, studio] = await listAccounts(demo);
  const deleted = await deleteAccount(demo, actor, { id: studio?.account.id ?? '' });
  if (!deleted.ok) throw new Error('not deleted');
  const accountId = household?.account.id ?? '';
  const entry = {
    accountId,
    type: 'expense',
    amount: '3',
    date: '2026-11-21',
    description: 'Tea',
    category: 'Food',
  } as const;
  await addTransaction(demo, actor, entry);
  await vi.waitFor(async () => expect(await demo.outbox.count()).toBe(1));
  expect(await cancelEntry(demo, deleted.mutationId)).toBe(true);
  expect((await listAccounts(demo)).map(({ account }) => account.name)).toEqual(['Household', 'Studio', 'Savings']);
  expect((await newestTransactions(demo, accountId, 5)).map(({ description }) => description)).toContain('Tea');
  await vi.waitFor(async () => expect(await demo.bases.count()).toBe(0));
  stop();
});

test('a deleted demo leaves no database', async () => {
  (await openDemo()).close();
  expect(await removeDemo()).toBe(true);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('carryover-demo');
});
