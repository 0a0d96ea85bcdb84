import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../database/database.ts';
import type { ScopeCursor } from '../database/records.ts';
import { ACCOUNT, ANNA, accountRow, budgetRow, invitationRow } from '../database/rows.fixture.ts';
import { keepLost } from './lost.ts';

const now = '2026-03-10T12:00:00.000Z';
const cursor: ScopeCursor = {
  scope: `account:${ACCOUNT}`,
  accountId: ACCOUNT,
  role: 'owner',
  version: 9,
  grantId: 'g',
  before: null,
};

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
});
afterEach(() => db.delete());

test('a row in a form that this version does not know is skipped; the other rows and the sync go on', async () => {
  await db.invitations.bulkPut([invitationRow(1), Object.assign(invitationRow(2), { role: 'auditor' })]);
  await db.budgets.put(Object.assign(budgetRow(3), { amount: 'much' }));
  await keepLost(db, cursor, 0, { now, asOf: now });
  const kept = await db.outbox.toArray();
  expect(kept.map(({ rows }) => rows)).toEqual([[['accounts', ACCOUNT]], [['invitations', invitationRow(1).id]]]);
});
