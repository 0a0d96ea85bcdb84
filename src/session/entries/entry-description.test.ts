import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Call, Operation, Patch } from '#domain/mutations/operations';
import { type Database, openDatabase } from '#store/database/database';
import type { OutboxEntry } from '#store/database/records';
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
} from '#store/database/rows.fixture';
import { commitMutation } from '#store/optimistic/mutations';
import { retryLabel } from './entry-choices.ts';
import { describeEntry, entryTitle, failureTitle } from './entry-description.ts';
import { describeOutcome } from './outcome.ts';
import type { AccessNow } from './reason.ts';

const tea = transactionRow(1, { description: 'Tea', amount: 500 });

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow({ name: 'Household' }));
  await commitMutation(db, [insertTransaction(tea)], { ...ANNA, now: new Date() });
  await db.outbox.clear();
});
afterEach(() => db.delete());

async function entryOf(operation: Operation) {
  await commitMutation(db, [operation], { ...ANNA, now: new Date() });
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

test('a deletion names the deleted row', async () => {
  const entry = await entryOf({ kind: 'delete', table: 'transactions', id: tea.id });
  expect(describeEntry(entry)).toBe('Delete transaction: Tea, -$5.00');
});

test('what the user did on another device is not told as if somebody else did it', async () => {
  const entry = await entryOf(dearer);
  const newer = {
    id: entry.id,
    status: 'superseded',
    reason: 'newer',
    kept: {},
    by: ANNA.userEmail,
    versions: {},
  } as const;
  const superseded = { ...entry, state: 'superseded' as const, verdict: newer };
  expect(describeOutcome(superseded)).toBe('A newer change by you, on another device, stands.');
  expect(describeOutcome({ ...superseded, verdict: { ...newer, reason: 'deleted' } })).toBe(
    'It was deleted by you, on another device, meanwhile.',
  );
  const deletion = { ...superseded, operations: [{ kind: 'delete', table: 'transactions', id: tea.id } as const] };
  expect(describeOutcome(deletion)).toBe('It was changed by you, on another device, after you deleted it.');
});

test('a refusal because of the account tells how it stands with the account now', async () => {
  const entry = await entryOf(insertTransaction(transactionRow(2)));
  const refused = (reason: 'gone' | 'forbidden') => {
    const verdict = { id: entry.id, status: 'rejected', reason, code: null, message: '' } as const;
    return { ...entry, state: 'rejected' as const, verdict };
  };
  const access = (over: Partial<AccessNow>) => ({
    access: { account: null, gone: null, obstacle: 'role', statement: null, ...over } as const,
  });
  for (const reason of ['gone', 'forbidden'] as const) {
    expect(describeOutcome(refused(reason), access({ account: 'Trips' }))).toBe(
      'Your role in Trips does not allow this.',
    );
    expect(describeOutcome(refused(reason), access({ account: 'Trips', obstacle: null }))).toBe(
      'The server refused this. As far as this device knows, your role in Trips allows it now: try again.',
    );
    expect(describeOutcome(refused(reason), access({ gone: 'Trips' }))).toBe(
      'Trips is gone, or no longer shared with you.',
    );
  }
  expect(describeOutcome(refused('gone'))).toBe('Its account is gone, or no longer shared with you.');
});

test('a deletion against which a later edit stands says who has edited, and offers to delete again', async () => {
  const entry = await entryOf({ kind: 'delete', table: 'transactions', id: tea.id });
  const by = 'ben@example.org';
  const verdict = { id: entry.id, status: 'superseded', reason: 'newer', kept: {}, by, versions: {} } as const;
  const overruled = { ...entry, state: 'superseded' as const, verdict };
  expect(failureTitle(overruled)).toBe('What you deleted is back: Tea, -$5.00');
  expect(describeOutcome(overruled)).toBe('It was changed by ben@example.org after you deleted it.');
  expect(retryLabel(overruled)).toBe('Delete again');
});

test('a superseded change is called the same in the panel and in a toast, with the sign of both sums', async () => {
  const entry = await entryOf(dearer);
  const verdict = { id: entry.id, status: 'superseded', by: 'ben@example.org', versions: {} } as const;
  const replaced: OutboxEntry = {
    ...entry,
    state: 'superseded',
    verdict: { ...verdict, reason: 'newer', kept: { amount: 800 } },
  };
  for (const title of [entryTitle, failureTitle]) expect(title(replaced)).toBe('Your change was replaced: Tea, -$6.66');
  expect(describeOutcome(replaced)).toBe('A newer change by ben@example.org stands: -$8.00.');
  const gone: OutboxEntry = { ...entry, state: 'superseded', verdict: { ...verdict, reason: 'deleted', kept: {} } };
  for (const title of [entryTitle, failureTitle]) expect(title(gone)).toBe('What you changed was deleted: Tea, -$6.66');
  expect(describeOutcome(gone)).toBe('It was deleted by ben@example.org meanwhile.');
});

test('entries that change different fields of one row each say what is new in them', async () => {
  await commitMutation(db, [dearer], { ...ANNA, now: new Date() });
  const renamed = patch({ description: 'Tea', notes: '' }, { description: 'Green tea', notes: '' });
  await commitMutation(db, [renamed], { ...ANNA, now: new Date() });
  expect((await db.outbox.toArray()).map(describeEntry)).toEqual([
    'Change transaction: Tea, -$6.66',
    'Change transaction: Green tea, -$6.66',
  ]);
});

test('a change names its row and the wanted values', async () => {
  expect(describeEntry(await entryOf(dearer))).toBe('Change transaction: Tea, -$6.66');
});

test('a change whose row was taken away names the kept copy', async () => {
  const entry = await entryOf(dearer);
  const row = { ...tea, description: 'Green tea' };
  expect(describeEntry({ ...entry, content: [{ table: 'transactions', row }] })).toBe(
    'Change transaction: Green tea, -$6.66',
  );
});

test('a transaction without a description is named by its category', async () => {
  const entry = await entryOf(patch({ description: 'Tea', notes: '' }, { description: '', notes: '' }));
  expect(describeEntry(entry)).toBe('Change transaction: Food, -$5.00');
});

test('a rename of a category names the account; one of v0.1.0 is about them all', async () => {
  const names = { type: 'expense', from: 'Food', to: 'Meals' } as const;
  const rename = (where: { accountId?: string }) =>
    entryOf({ kind: 'call', name: 'category.rename', arguments: { ...names, ...where } });
  const one = await rename({ accountId: ACCOUNT });
  expect(describeEntry(one)).toBe('Rename category in Household: Food to Meals');
  await db.outbox.clear();
  expect(describeEntry(await rename({}))).toBe('Rename category: Food to Meals');
});

test('other rows are named by their name, a renamed one by the new name', async () => {
  const renamed = { before: { name: 'Household' }, after: { name: 'Home' } };
  const change = await entryOf({ kind: 'patch', table: 'accounts', id: ACCOUNT, seen: 1, ...renamed });
  expect(describeEntry(change)).toBe('Change account: Home');
  await db.outbox.clear();
  const deletion = await entryOf({ kind: 'delete', table: 'accounts', id: ACCOUNT });
  expect(describeEntry(deletion)).toBe('Delete account: Home');
});

test('an entry that does not know its row shows the changed values', async () => {
  const { seen, ...entry } = await entryOf(dearer);
  expect(describeEntry(entry)).toBe('Change transaction: -$6.66');
  expect(describeEntry({ ...entry, operations: [{ kind: 'delete', table: 'transactions', id: tea.id }] })).toBe(
    'Delete transaction',
  );
});

describe('an entry about access', () => {
  const [member, self, invitation] = [membershipRow(7), membershipRow(8, { userId: ANNA.userId }), invitationRow(9)];
  beforeEach(async () => {
    await db.budgets.put(budgetRow(30, { name: 'Trip' }));
    await db.memberships.bulkPut([member, self]);
    await db.invitations.put(invitation);
  });
  const called = async (operation: Call) => describeEntry(await entryOf(operation));

  test('names the person and the target', async () => {
    const removal = { kind: 'call', name: 'membership.remove', arguments: { id: member.id } } as const;
    expect(await called(removal)).toBe('Remove member: ben@example.org, Household');
  });

  test('of a budget names the budget', async () => {
    await db.memberships.put({ ...member, target: 'budget', budgetId: idOf(30) });
    const change = { name: 'membership.change_role', arguments: { id: member.id, role: 'admin' } } as const;
    expect(await called({ kind: 'call', ...change })).toBe('Change role: ben@example.org, Trip');
  });

  test('about the user’s own access names only the target', async () => {
    const departure = { kind: 'call', name: 'membership.leave', arguments: { id: self.id } } as const;
    expect(await called(departure)).toBe('Leave: Household');
    await db.outbox.clear();
    const answer = { kind: 'call', name: 'invitation.accept', arguments: { id: invitation.id } } as const;
    expect(await called(answer)).toBe('Accept invitation: Personal');
  });

  test('names who is no longer invited, and less when the entry does not know', async () => {
    const revocation = { kind: 'call', name: 'invitation.revoke', arguments: { id: invitation.id } } as const;
    const { seen, ...entry } = await entryOf(revocation);
    expect(describeEntry({ ...entry, ...(seen && { seen }) })).toBe('Revoke invitation: cara@example.org, Personal');
    expect(describeEntry(entry)).toBe('Revoke invitation');
  });
});
