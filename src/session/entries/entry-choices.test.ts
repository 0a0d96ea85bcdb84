import { expect, test } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import type { Role } from '#domain/rows';
import type { OutboxEntry } from '#store/database/records';
import { ACCOUNT, ANNA, idOf, insertTransaction, transactionRow } from '#store/database/rows.fixture';
import { choicesOf } from './entry-choices.ts';
import { obstacleIn } from './entry-obstacle.ts';

const BUDGET = idOf(30);
const OTHER = '00000000-0000-4000-8000-0000000000bb';

const change = { seen: 1, before: { amount: 1 }, after: { amount: 2 } };
const patch: Operation = { kind: 'patch', table: 'transactions', id: transactionRow(1).id, ...change };

function subjectOf(operation: Operation, over: Parameters<typeof transactionRow>[1] = {}) {
  const { accountId, budgetId, type, amount, userId } = transactionRow(1, { ...ANNA, ...over });
  const meant = { accountId, budgetId, type, amount, userId };
  return { operation, current: meant, meant };
}

test.each<[Role | null, string, boolean]>([
  ['viewer', ANNA.userId, false],
  ['member', ANNA.userId, true],
  ['member', OTHER, false],
  ['admin', OTHER, true],
  [null, ANNA.userId, false],
])('a role of %s on the account lets one change a transaction of %s: %s', (role, userId, allowed) => {
  const obstacle = obstacleIn(subjectOf(patch, { userId }), { account: role, budget: null }, ANNA.userId);
  expect(obstacle === null).toBe(allowed);
});

test('admins may rename an account, and only its owner may delete it', () => {
  const access = { account: 'admin', budget: null } as const;
  const operation: Operation = { kind: 'patch', table: 'accounts', id: OTHER, ...change };
  expect(obstacleIn(subjectOf(operation), access, ANNA.userId)).toBeNull();
  const deletion: Operation = { kind: 'delete', table: 'accounts', id: OTHER };
  expect(obstacleIn(subjectOf(deletion), access, ANNA.userId)).toBe('role');
});

test('a superseded change can be repeated only by a user who may make it', () => {
  const entry: OutboxEntry = {
    ...ANNA,
    seq: 1,
    id: OTHER,
    operations: [patch],
    rows: [],
    attempts: 1,
    createdAt: '2026-03-06T12:00:00.000Z',
    editedAt: '2026-03-06T12:00:00.000Z',
    state: 'superseded',
    verdict: { id: OTHER, status: 'superseded', by: null, reason: 'newer', kept: { amount: 3 }, versions: {} },
  };
  const subject = subjectOf(patch);
  expect(choicesOf(entry, subject, { addable: [], allowed: true })).toMatchObject({ retry: true, edit: true });
  expect(choicesOf(entry, subject, { addable: [], allowed: false })).toMatchObject({ retry: false, edit: true });
});

/** An entry of which the server says that the account does not let the user. */
function refusedEntry(operation: Operation): OutboxEntry {
  return {
    ...ANNA,
    seq: 1,
    id: OTHER,
    operations: [operation],
    rows: [],
    attempts: 1,
    createdAt: '2026-03-06T12:00:00.000Z',
    editedAt: '2026-03-06T12:00:00.000Z',
    state: 'rejected',
    verdict: { id: OTHER, status: 'rejected', reason: 'forbidden', code: null, message: '' },
  };
}

test.each([null, BUDGET])(
  'a new row that can only go elsewhere is moved and not edited, with a budget of %s',
  (budgetId) => {
    const insert = insertTransaction(transactionRow(1, { budgetId }));
    const subject = { ...subjectOf(insert, { budgetId }), current: null };
    const choices = choicesOf(refusedEntry(insert), subject, { addable: [OTHER], allowed: false });
    expect(choices).toMatchObject({ move: true, edit: false });
  },
);

test('a new row whose account is open again can be edited where it is, or moved', () => {
  const insert = insertTransaction(transactionRow(1));
  const subject = { ...subjectOf(insert), current: null };
  const choices = choicesOf(refusedEntry(insert), subject, { addable: [ACCOUNT, OTHER], allowed: true });
  expect(choices).toMatchObject({ move: true, edit: true });
});

test('a change of a row that is out of reach can only be edited, which makes a new row elsewhere', () => {
  const subject = { ...subjectOf(patch), current: null };
  const known = { ...subject, meant: { ...subject.meant, date: '2026-03-05' } };
  const choices = choicesOf(refusedEntry(patch), known, { addable: [OTHER], allowed: false });
  expect(choices).toMatchObject({ move: false, edit: true });
});
