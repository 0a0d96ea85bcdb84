import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, idOf, invitationRow, membershipRow } from '../../database/rows.fixture.ts';
import { peopleOf } from './members.ts';

const now = new Date('2026-03-10T12:00:00.000Z');
const BUDGET = idOf(30);
const ofBudget = { target: 'budget', budgetId: BUDGET } as const;

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
});
afterEach(() => db.delete());

async function people(target: { accountId: string; budgetId: string | null }) {
  const { joined, pending } = await peopleOf(db, target, now);
  return [joined.map(({ id }) => id), pending.map(({ id }) => id)];
}

it('the people of a target are its own members and its own pending invitations', async () => {
  await db.memberships.bulkPut([membershipRow(1), membershipRow(3, ofBudget)]);
  await db.invitations.bulkPut([
    invitationRow(2),
    invitationRow(4, ofBudget),
    invitationRow(5, { ...ofBudget, status: 'revoked' }),
    invitationRow(6, { ...ofBudget, expiresAt: '2026-03-10T12:00:00.000Z' }),
    invitationRow(7, { ...ofBudget, budgetId: idOf(31) }),
  ]);
  expect(await people({ accountId: ACCOUNT, budgetId: null })).toEqual([[idOf(1)], [idOf(2)]]);
  expect(await people({ accountId: ACCOUNT, budgetId: BUDGET })).toEqual([[idOf(3)], [idOf(4)]]);
});

it('members stand in the order in which they joined, invitations with the newest first', async () => {
  const later = { createdAt: '2026-02-01T00:00:00.000Z' };
  await db.memberships.bulkPut([membershipRow(1, later), membershipRow(2)]);
  await db.invitations.bulkPut([invitationRow(3), invitationRow(4, later)]);
  expect(await people({ accountId: ACCOUNT, budgetId: null })).toEqual([
    [idOf(2), idOf(1)],
    [idOf(4), idOf(3)],
  ]);
});

it('the owner of an account is told with it, and not with its budgets', async () => {
  await db.accounts.put(accountRow({ ownerEmail: 'anna@example.org' }));
  const ownerOf = async (budgetId: string | null) => (await peopleOf(db, { accountId: ACCOUNT, budgetId }, now)).owner;
  expect(await ownerOf(null)).toEqual({ userId: ANNA.userId, email: 'anna@example.org' });
  expect(await ownerOf(BUDGET)).toBeNull();
});
