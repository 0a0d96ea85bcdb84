/**
 * Mallory's attempts with the table API. tests/backend/rls/matrix.test.ts and tests/contract/roles.test.ts hold the
 * rights of those who have access.
 */
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { newEmail } from '../../support/invitations-people.ts';
import { type Attempt, entryOf, expectInVain, makeScene, type Scene } from './scene.ts';

let backend: TestBackend;
let scene: Scene;

beforeAll(async () => {
  backend = await startTestBackend();
  scene = await makeScene(backend);
}, 60_000);
afterAll(() => backend.stop());

const otherSchema = (schema: string, table: string) => async (s: Scene) => {
  const { data } = await s.mallory.auth.getSession();
  const token = async () => data.session?.access_token ?? '';
  return createClient(backend.url, backend.anonKey, { db: { schema }, accessToken: token }).from(table).select('*');
};

const attempts: Attempt[] = [
  ['reads the account by its id', (s) => s.mallory.from('accounts').select('*').eq('account_id', s.account)],
  ['reads a transaction by its id', (s) => s.mallory.from('transactions').select('*').eq('transaction_id', s.entry)],
  [
    'reads everything with a filter that is always true',
    (s) => s.mallory.from('transactions').select('*').or('amount.gt.0,amount.lte.0'),
  ],
  ['reads the account through her own rows', (s) => s.mallory.from('transactions').select('*, accounts(*)')],
  ['reads who is invited, and to what', (s) => s.mallory.from('invitations').select('*, accounts(*), budgets(*)')],
  ['reads who is a member', (s) => s.mallory.from('memberships').select('*, accounts(*)').eq('account_id', s.account)],
  ['adds a transaction', (s) => s.mallory.from('transactions').insert(entryOf(s.account, 'x')).select()],
  [
    'adds many, of which one is in it',
    (s) =>
      s.mallory.from('transactions').insert([entryOf(s.own.account, 'in the same breath'), entryOf(s.account, 'x')]),
  ],
  [
    'takes a transaction over by an upsert of its id',
    (s) =>
      s.mallory
        .from('transactions')
        .upsert({ transaction_id: s.entry, ...entryOf(s.own.account, 'Mine now') })
        .select(),
  ],
  [
    'takes the account over by an upsert of its id',
    (s) => s.mallory.from('accounts').upsert({ account_id: s.account, account_name: 'Mine now' }).select(),
  ],
  [
    'takes the account over by making it again',
    (s) => s.mallory.rpc('create_account', { p_account_name: 'Mine now', p_account_id: s.account }),
  ],
  [
    'moves a transaction of her own into it',
    (s) => s.mallory.from('transactions').update({ account_id: s.account }).eq('transaction_id', s.own.entry).select(),
  ],
  [
    'moves a category of her own into it',
    (s) => s.mallory.from('categories').update({ account_id: s.account }).eq('category_id', s.own.category).select(),
  ],
  [
    'makes a budget of her own cover a foreign category',
    (s) =>
      s.mallory.from('budgets').insert({ account_id: s.own.account, name: 'x', amount: 1, category_id: s.category }),
  ],
  [
    'contributes to a foreign budget from her own account',
    (s) => s.mallory.from('transactions').insert({ ...entryOf(s.own.account, 'x'), metadata: { budget_id: s.budget } }),
  ],
  [
    'contributes to a foreign budget in its own account',
    (s) =>
      s.mallory
        .from('transactions')
        .insert({ ...entryOf(s.account, 'x'), type: 'credit', metadata: { budget_id: s.budget } }),
  ],
  [
    'changes a transaction',
    (s) => s.mallory.from('transactions').update({ amount: 1 }).eq('transaction_id', s.entry).select(),
  ],
  [
    'changes whatever she can reach',
    (s) => s.mallory.from('budgets').update({ amount: 1 }).neq('budget_id', s.own.account).select(),
  ],
  ['deletes whatever she can reach', (s) => s.mallory.from('invitations').delete().neq('email', '')],
  ['deletes the account', (s) => s.mallory.from('accounts').delete().eq('account_id', s.account).select()],
  [
    'lets herself in',
    (s) =>
      s.mallory.from('memberships').insert({
        account_id: s.account,
        target: 'account',
        user_id: s.malloryId,
        email: 'm@example.org',
        role: 'admin',
      }),
  ],
  [
    'invites herself',
    (s) =>
      s.mallory
        .from('invitations')
        .insert({ email: newEmail('mallory'), role: 'admin', account_id: s.account, target: 'account' }),
  ],
  ['removes a member', (s) => s.mallory.from('memberships').delete().eq('membership_id', s.membership).select()],
  [
    'accepts an invitation that she guessed',
    (s) => s.mallory.from('invitations').update({ status: 'accepted' }).eq('invitation_id', s.invitation).select(),
  ],
  ['reads the log behind the tables', otherSchema('private', 'account_log')],
  ['reads the users', otherSchema('auth', 'users')],
  ['reads the refresh tokens', otherSchema('auth', 'refresh_tokens')],
  ['reads the hints', otherSchema('realtime', 'messages')],
  ['reads the catalogue of the database', otherSchema('pg_catalog', 'pg_authid')],
];

describe('Mallory', () => {
  test.each(attempts)('%s: in vain', (_title, run) => expectInVain(backend, scene, run));
});

test('no row of a request is entered when one of them is refused', async () => {
  const rows = await backend.sql`select from public.transactions where description = 'in the same breath'`;
  expect(rows).toEqual([]);
});

test('counting reveals nothing of rows that the caller may not see', async () => {
  const { count } = await scene.mallory
    .from('transactions')
    .select('*', { count: 'exact', head: true })
    .eq('account_id', scene.account);
  expect(count).toBe(0);
});
