import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Call, Patch } from '#domain/operations';
import { type Database, openDatabase } from './database.ts';
import { commitIntent } from './intents.ts';
import { MonthBooks } from './ledger.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  budgetRow,
  idOf,
  insertTransaction,
  membershipRow,
  transactionRow,
} from './rows.fixture.ts';
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

/** How many entries may go while the first of them is held back. */
async function sendable(): Promise<number> {
  return (await takeForSending(db, now, 500)).length;
}

/** Shared with Anna by somebody else. */
async function haveShared() {
  await db.accounts.put(accountRow({ ownerId: idOf(900) }));
  const scope = { scope: `account:${ACCOUNT}`, accountId: ACCOUNT, role: 'member' as const };
  await db.cursors.put({ ...scope, version: 1, grantId: 'g', before: null });
  await db.memberships.put(anna);
}

test('nobody leaves an account before what they entered there has gone', async () => {
  await haveShared();
  await commitIntent(db, [insertTransaction(transactionRow(2))], { ...ANNA, now, holdUntil });
  await commitIntent(db, [leave], { ...ANNA, now });
  expect(await sendable()).toBe(0);
});

test('nobody leaves a budget before what they paid into it has gone', async () => {
  await db.budgets.put(budgetRow(3));
  const scope = { scope: `budget:${idOf(3)}`, accountId: ACCOUNT, role: 'viewer' as const };
  await db.cursors.put({ ...scope, version: 1, grantId: 'g', before: null });
  await db.memberships.put({ ...anna, target: 'budget', budgetId: idOf(3) });
  await commitIntent(db, [insertTransaction(transactionRow(2, { budgetId: idOf(3) }))], { ...ANNA, now, holdUntil });
  await commitIntent(db, [leave], { ...ANNA, now });
  expect(await sendable()).toBe(0);
});

/** Anna's own account with one row in Food, and its change to Travel. */
async function haveFood(): Promise<() => Patch> {
  await db.accounts.put(accountRow());
  const row = transactionRow(2);
  const books = new MonthBooks(db);
  await books.at({ scope: `account:${ACCOUNT}`, month: '2026-03' }).add(row);
  await books.save();
  const change = { before: { category: 'Food' }, after: { category: 'Travel' } };
  return () => ({ kind: 'patch', table: 'transactions', id: row.id, seen: 1, ...change });
}

test('a category is not renamed before the row that has just left it', async () => {
  const toTravel = await haveFood();
  const seen = [transactionRow(2)];
  await commitIntent(db, [toTravel()], { ...ANNA, now, seen, holdUntil });
  await commitIntent(db, [rename], { ...ANNA, now });
  expect(await sendable()).toBe(0);
});

test('what is entered under the old name does not go before the renaming', async () => {
  await haveFood();
  await commitIntent(db, [rename], { ...ANNA, now, holdUntil });
  await commitIntent(db, [insertTransaction(transactionRow(3))], { ...ANNA, now });
  await commitIntent(db, [insertTransaction(transactionRow(4, { category: 'Travel' }))], { ...ANNA, now });
  expect(await sendable()).toBe(1);
});
