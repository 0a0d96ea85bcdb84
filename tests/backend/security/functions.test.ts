/**
 * Mallory's attempts with the functions: pulls and pushes that no device would send, and functions that are not for
 * clients.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { invitationTo, invoke, newEmail, visitor } from '../../support/invitations-people.ts';
import { type Attempt, expectInVain, makeScene, push, type Scene } from './scene.ts';

let backend: TestBackend;
let scene: Scene;

beforeAll(async () => {
  backend = await startTestBackend();
  scene = await makeScene(backend);
}, 60_000);
afterAll(() => backend.stop());

const pull = (s: Scene, p_user: string, scopes: object = {}) =>
  s.mallory.rpc('sync_pull', { p_user, p_cursors: { protocol: PROTOCOL_VERSION, epoch: null, scopes }, p_limit: 5000 });

const attempts: Attempt[] = [
  ['pulls in the name of Ada', (s) => pull(s, s.ada.id)],
  [
    'pulls with cursors of a foreign account',
    (s) => pull(s, s.malloryId, { [`account:${s.account}`]: { version: 0, grantId: s.account, before: null } }),
  ],
  [
    'pulls with cursors of a foreign budget',
    (s) => pull(s, s.malloryId, { [`budget:${s.budget}`]: { version: 0, grantId: s.budget, before: null } }),
  ],
  ['pushes in the name of Ada', (s) => push(s, { kind: 'delete', table: 'transactions', id: s.entry }, s.ada.id)],
  ['pushes a delete of a transaction', (s) => push(s, { kind: 'delete', table: 'transactions', id: s.entry })],
  ['pushes a delete of the account', (s) => push(s, { kind: 'delete', table: 'accounts', id: s.account })],
  [
    'pushes a patch',
    (s) =>
      push(s, {
        kind: 'patch',
        table: 'transactions',
        id: s.entry,
        seen: 1,
        before: { description: 'known to Ada only' },
        after: { description: 'x', notes: '' },
      }),
  ],
  [
    'pushes a move of her own transaction into it',
    (s) =>
      push(s, {
        kind: 'patch',
        table: 'transactions',
        id: s.own.entry,
        seen: 1,
        before: { accountId: s.own.account },
        after: { accountId: s.account },
      }),
  ],
  [
    'pushes a restore under the id of a foreign transaction',
    (s) =>
      push(s, {
        kind: 'restore',
        table: 'transactions',
        row: {
          id: s.entry,
          createdAt: new Date().toISOString(),
          accountId: s.own.account,
          type: 'expense',
          amount: 1,
          date: '2026-03-31',
          description: 'x',
          category: 'x',
          notes: '',
          budgetId: null,
        },
      }),
  ],
  [
    'pushes an account that is hers by its own word',
    (s) =>
      push(s, {
        kind: 'insert',
        table: 'accounts',
        row: {
          id: s.account,
          createdAt: '2020-01-01T00:00:00.000Z',
          name: 'Mine now',
          type: 'personal',
          description: null,
          accountNumber: null,
          ownerId: s.malloryId,
        },
      }),
  ],
  [
    'renames a category everywhere',
    (s) =>
      push(s, {
        kind: 'call',
        name: 'category.rename',
        arguments: { type: 'expense', from: 'known to Ada only', to: 'x' },
      }),
  ],
  [
    'answers an invitation that she guessed',
    (s) => push(s, { kind: 'call', name: 'invitation.accept', arguments: { id: s.invitation } }),
  ],
  [
    'declines an invitation that she guessed',
    (s) => push(s, { kind: 'call', name: 'invitation.decline', arguments: { id: s.invitation } }),
  ],
  [
    'revokes an invitation that she guessed',
    (s) => push(s, { kind: 'call', name: 'invitation.revoke', arguments: { id: s.invitation } }),
  ],
  [
    'removes a member by a call',
    (s) => push(s, { kind: 'call', name: 'membership.remove', arguments: { id: s.membership } }),
  ],
  [
    'leaves for somebody else',
    (s) => push(s, { kind: 'call', name: 'membership.leave', arguments: { id: s.membership } }),
  ],
  [
    'gives somebody another role',
    (s) => push(s, { kind: 'call', name: 'membership.change_role', arguments: { id: s.membership, role: 'admin' } }),
  ],
  [
    'calls a command that there is not',
    (s) => push(s, { kind: 'call', name: 'account.take_over', arguments: { id: s.account } }),
  ],
  ['changes the epoch of the server', (s) => s.mallory.rpc('change_epoch')],
  ['drops the removals of everybody', (s) => s.mallory.rpc('collect_garbage', { p_age: '0' })],
  ['calls a function behind the tables', (s) => s.mallory.rpc('next_version', { p_account: s.account })],
  ['calls a function of the database', (s) => s.mallory.rpc('pg_read_file', { filename: '/etc/passwd' })],
  [
    'invites somebody to it',
    async (s) => ({
      data: (await invoke(s.mallory, invitationTo(newEmail('x'), 'account', s.account, 'admin'))).body,
      error: null,
    }),
  ],
];

describe('Mallory', () => {
  test.each(attempts)('%s: in vain', (_title, run) => expectInVain(backend, scene, run));
});

test('a push or a pull in somebody else’s name is refused as a whole, before anything is read', async () => {
  const refused = { status: 403, error: { code: 'PT403' } };
  expect(await push(scene, { kind: 'delete', table: 'transactions', id: scene.entry }, scene.ada.id)).toMatchObject(
    refused,
  );
  expect(await pull(scene, scene.ada.id)).toMatchObject(refused);
});

describe('a visitor', () => {
  test.each([
    'accounts',
    'transactions',
    'budgets',
    'categories',
    'memberships',
    'invitations',
    'reconciliations',
    'transaction_details',
    'imports',
    'import_keys',
  ])('reads nothing of %s', async (table) => {
    expect(await visitor(backend).from(table).select('*')).toMatchObject({ status: 401, error: { code: '42501' } });
  });

  test.each([
    ['sync_push', { p_user: crypto.randomUUID(), p_schema: PROTOCOL_VERSION, p_mutations: [] }],
    ['sync_pull', { p_user: crypto.randomUUID(), p_cursors: {}, p_limit: 1 }],
    ['sync_heads', {}],
    ['change_epoch', {}],
  ])('may not call %s', async (name, parameters) => {
    expect((await visitor(backend).rpc(name, parameters)).status).toBe(401);
  });
});
