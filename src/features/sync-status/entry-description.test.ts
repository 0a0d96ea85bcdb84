import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Call, Operation, Patch } from '#domain/operations';
import { type Database, openDatabase } from '#store/database';
import { commitIntent } from '#store/intents';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  budgetRow,
  idOf,
  insertTransaction,
  invitationRow,
  membershipRow,
  transactionRow,
} from '#store/rows.fixture';
import { describeEntry } from './entry-description.ts';

const tea = transactionRow(1, { description: 'Tea', amount: 500 });

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow({ name: 'Household' }));
  await commitIntent(db, [insertTransaction(tea)], { ...ANNA, now: new Date() });
  await db.outbox.clear();
});
afterEach(() => db.delete());

async function entryOf(operation: Operation) {
  await commitIntent(db, [operation], { ...ANNA, now: new Date() });
  const [entry] = await db.outbox.toArray();
  if (!entry) throw new Error('no entry');
  return entry;
}

const patch = (before: Patch['before'], after: Patch['after']): Patch => ({
  kind: 'patch',
  table: 'transactions',
  id: tea.id,
  seen: 1,
  before,
  after,
});

const dearer = patch({ amount: 500, type: 'expense' }, { amount: 666, type: 'expense' });

test('a deletion says what is deleted', async () => {
  const entry = await entryOf({ kind: 'delete', table: 'transactions', id: tea.id });
  expect(describeEntry(entry)).toBe('Delete transaction: Tea, -$5.00');
});

test('a change says of what it is, with the values that are wanted', async () => {
  expect(describeEntry(await entryOf(dearer))).toBe('Change transaction: Tea, -$6.66');
});

test('a change whose row was kept when the server’s word took it away says it of that row', async () => {
  const entry = await entryOf(dearer);
  const row = { ...tea, description: 'Green tea' };
  expect(describeEntry({ ...entry, content: [{ table: 'transactions', row }] })).toBe(
    'Change transaction: Green tea, -$6.66',
  );
});

test('a transaction without a description is known by its category', async () => {
  const entry = await entryOf(patch({ description: 'Tea', notes: '' }, { description: '', notes: '' }));
  expect(describeEntry(entry)).toBe('Change transaction: Food, -$5.00');
});

test('anything else is known by its name, a renamed one by the new', async () => {
  const renamed = { before: { name: 'Household' }, after: { name: 'Home' } };
  const change = await entryOf({ kind: 'patch', table: 'accounts', id: ACCOUNT, seen: 1, ...renamed });
  expect(describeEntry(change)).toBe('Change account: Home');
  await db.outbox.clear();
  const deletion = await entryOf({ kind: 'delete', table: 'accounts', id: ACCOUNT });
  expect(describeEntry(deletion)).toBe('Delete account: Home');
});

test('of a row that an entry does not know the values are said that it changes', async () => {
  const { seen, ...entry } = await entryOf(dearer);
  expect(describeEntry(entry)).toBe('Change transaction: -$6.66');
  expect(describeEntry({ ...entry, operations: [{ kind: 'delete', table: 'transactions', id: tea.id }] })).toBe(
    'Delete transaction',
  );
});

describe('what is done about access', () => {
  const [member, self, invitation] = [membershipRow(7), membershipRow(8, { userId: ANNA.userId }), invitationRow(9)];
  beforeEach(async () => {
    await db.budgets.put(budgetRow(30, { name: 'Trip' }));
    await db.memberships.bulkPut([member, self]);
    await db.invitations.put(invitation);
  });
  const called = async (operation: Call) => describeEntry(await entryOf(operation));

  test('says whose it is and to what', async () => {
    const removal = { kind: 'call', name: 'membership.remove', arguments: { id: member.id } } as const;
    expect(await called(removal)).toBe('Remove member: ben@example.org, Household');
  });

  test('says of a budget that it is of the budget', async () => {
    await db.memberships.put({ ...member, target: 'budget', budgetId: idOf(30) });
    const change = { name: 'membership.change_role', arguments: { id: member.id, role: 'admin' } } as const;
    expect(await called({ kind: 'call', ...change })).toBe('Change role: ben@example.org, Trip');
  });

  test('says of one’s own only to what', async () => {
    const departure = { kind: 'call', name: 'membership.leave', arguments: { id: self.id } } as const;
    expect(await called(departure)).toBe('Leave: Household');
    await db.outbox.clear();
    const answer = { kind: 'call', name: 'invitation.accept', arguments: { id: invitation.id } } as const;
    expect(await called(answer)).toBe('Accept invitation: Personal');
  });

  test('says who is no longer invited, and says less where the entry does not know', async () => {
    const revocation = { kind: 'call', name: 'invitation.revoke', arguments: { id: invitation.id } } as const;
    const { seen, ...entry } = await entryOf(revocation);
    expect(describeEntry({ ...entry, ...(seen && { seen }) })).toBe('Revoke invitation: cara@example.org, Personal');
    expect(describeEntry(entry)).toBe('Revoke invitation');
  });
});
