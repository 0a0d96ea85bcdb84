import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Call, Patch } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import { type Database, openDatabase } from '../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  budgetRow,
  idOf,
  insertTransaction,
  membershipRow,
  transactionRow,
} from '../database/rows.fixture.ts';
import { MonthBooks } from '../ledger/ledger.ts';
import { commitMutation } from '../optimistic/mutations.ts';
import { takeForSending } from './sending.ts';

const now = new Date('2026-03-10T12:00:00Z');
const holdUntil = new Date(now.getTime() + 60_000);
const anna = membershipRow(1, { userId: ANNA.userId, email: ANNA.userEmail });
const leave: Call = { kind: 'call', name: 'membership.leave', arguments: { id: anna.id } };
const rename: Call = {
  kind: 'call',
  name: 'category.rename',
  arguments: { type: 'expense', from: 'Food', to: 'Meals' },
};

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
});
afterEach(() => db.delete());

/** How many entries may be sent while the first of them is delayed. */
async function sendable(): Promise<number> {
  return (await takeForSending(db, now, 500)).length;
}

/** Anna has an account that somebody else shared with her. */
async function haveShared() {
  await db.accounts.put(accountRow({ ownerId: idOf(900) }));
  const scope = { scope: `account:${ACCOUNT}`, accountId: ACCOUNT, role: 'member' as const };
  await db.cursors.put({ ...scope, version: 1, grantId: 'g', before: null });
  await db.memberships.put(anna);
}

test('[S27b] nobody leaves an account before their delayed entries in it have gone', async () => {
  await haveShared();
  await commitMutation(db, [insertTransaction(transactionRow(2))], { ...ANNA, now, holdUntil });
  await commitMutation(db, [leave], { ...ANNA, now });
  expect(await sendable()).toBe(0);
});

test('[S27b] nobody leaves a budget before their delayed entries in it have gone', async () => {
  await db.budgets.put(budgetRow(3));
  const scope = { scope: `budget:${idOf(3)}`, accountId: ACCOUNT, role: 'viewer' as const };
  await db.cursors.put({ ...scope, version: 1, grantId: 'g', before: null });
  await db.memberships.put({ ...anna, target: 'budget', budgetId: idOf(3) });
  await commitMutation(db, [insertTransaction(transactionRow(2, { budgetId: idOf(3) }))], { ...ANNA, now, holdUntil });
  await commitMutation(db, [leave], { ...ANNA, now });
  expect(await sendable()).toBe(0);
});

/** Anna has an account of her own with one row in Food. Returns the patch that changes the category to Travel. */
async function haveFood(row = transactionRow(2)): Promise<() => Patch> {
  await db.accounts.put(accountRow());
  const books = new MonthBooks(db);
  await books.at({ scope: `account:${ACCOUNT}`, month: '2026-03' }).add(row);
  await books.save();
  const change = { before: { category: 'Food' }, after: { category: 'Travel' } };
  return () => ({ kind: 'patch', table: 'transactions', id: row.id, seen: 1, ...change });
}

test('[S27c] a rename of a category does not overtake a delayed edit that names the category', async () => {
  const toTravel = await haveFood();
  const seen = [transactionRow(2)];
  await commitMutation(db, [toTravel()], { ...ANNA, now, seen, holdUntil });
  await commitMutation(db, [rename], { ...ANNA, now });
  expect(await sendable()).toBe(0);
});

test('[S27c] an entry under the old name does not overtake a delayed rename', async () => {
  await haveFood();
  await commitMutation(db, [rename], { ...ANNA, now, holdUntil });
  await commitMutation(db, [insertTransaction(transactionRow(3))], { ...ANNA, now });
  await commitMutation(db, [insertTransaction(transactionRow(4, { category: 'Travel' }))], { ...ANNA, now });
  expect(await sendable()).toBe(1);
});

/** Its change from one type to the other. */
function turned(row: TransactionRow): Patch {
  const type = row.type === 'income' ? 'expense' : 'income';
  return { kind: 'patch', table: 'transactions', id: row.id, seen: 1, before: { type: row.type }, after: { type } };
}

test('[S27d] a change of type does not overtake a delayed rename that passed the row by', async () => {
  const row = transactionRow(2, { type: 'income' });
  await haveFood(row);
  await commitMutation(db, [rename], { ...ANNA, now, holdUntil });
  await commitMutation(db, [turned(row)], { ...ANNA, now, seen: [row] });
  expect(await sendable()).toBe(0);
});

test('[S27d] a rename does not overtake a delayed change of a row to another type', async () => {
  const row = transactionRow(2);
  await haveFood(row);
  await commitMutation(db, [turned(row)], { ...ANNA, now, seen: [row], holdUntil });
  await commitMutation(db, [rename], { ...ANNA, now });
  expect(await sendable()).toBe(0);
});

test('[S27d] a change of the amount alone overtakes a delayed rename', async () => {
  const row = transactionRow(2, { category: 'Travel' });
  await haveFood(row);
  await commitMutation(db, [rename], { ...ANNA, now, holdUntil });
  const values = { before: { amount: 100, type: row.type }, after: { amount: 200, type: row.type } };
  const patch: Patch = { kind: 'patch', table: 'transactions', id: row.id, seen: 1, ...values };
  await commitMutation(db, [patch], { ...ANNA, now, seen: [row] });
  expect(await sendable()).toBe(1);
});
